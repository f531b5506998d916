import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Who may do what with a project as such. */
export const abilities = defineAbilities({
  readProject: { name: 'read_project', from: AccessLevel.guest, visitors: 'everyone' },
  removeProject: { name: 'remove_project', from: AccessLevel.owner },
});
