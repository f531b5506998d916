import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Abilities on the credentials of projects. */
export const abilities = defineAbilities({
  manageDeployKeys: { name: 'admin_deploy_key', from: AccessLevel.master },
});
