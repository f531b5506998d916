import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Who may do what with a project as such. */
export const abilities = defineAbilities({
  removeProject: { name: 'remove_project', from: AccessLevel.owner },
});
