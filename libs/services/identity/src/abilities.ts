import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Abilities on the credentials of projects. */
export const abilities = defineAbilities({
  manageDeployKeys: { name: 'admin_deploy_key', from: AccessLevel.master },
  manageJobTokenScope: { name: 'admin_job_token_scope', from: AccessLevel.master },
});

/** Abilities on the access tokens of projects and groups: the levels of those who manage members. */
export const tokenAbilities = {
  project: defineAbilities({
    manage: { name: 'manage_resource_access_tokens', from: AccessLevel.master },
    rotateOwn: { name: 'rotate_own_access_token', from: AccessLevel.guest },
  }),
  group: defineAbilities({
    manage: { name: 'manage_resource_access_tokens', on: 'group', from: AccessLevel.owner },
    rotateOwn: { name: 'rotate_own_access_token', on: 'group', from: AccessLevel.guest },
  }),
};

/** Abilities on deploy tokens. */
export const deployTokenAbilities = {
  project: defineAbilities({
    read: { name: 'read_deploy_token', from: AccessLevel.master },
    manage: { name: 'create_deploy_token', from: AccessLevel.master },
  }),
  group: defineAbilities({
    read: { name: 'read_deploy_token', on: 'group', from: AccessLevel.master },
    manage: { name: 'create_deploy_token', on: 'group', from: AccessLevel.owner },
  }),
};
