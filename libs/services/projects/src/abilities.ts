import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Who may do what with a project or a group as such. */
export const abilities = defineAbilities({
  readProject: { name: 'read_project', from: AccessLevel.guest, visitors: 'everyone' },
  starProject: { name: 'star_project', from: AccessLevel.guest, visitors: 'users' },
  readGroup: { name: 'read_group', on: 'group', from: AccessLevel.guest, visitors: 'everyone' },
  updateGroup: { name: 'admin_group', on: 'group', from: AccessLevel.owner },
  removeGroup: { name: 'remove_group', on: 'group', from: AccessLevel.owner },
  updateProject: { name: 'admin_project', from: AccessLevel.master },
  archiveProject: { name: 'archive_project', from: AccessLevel.owner },
  transferProject: { name: 'change_namespace', from: AccessLevel.owner },
  transferIntoGroup: { name: 'admin_group', on: 'group', from: AccessLevel.owner },
  removeProject: { name: 'remove_project', from: AccessLevel.owner },
});

/** Who may see and change the members of projects and of groups, and decide on requests for access. */
export const memberAbilities = {
  project: defineAbilities({
    read: { name: 'read_project_member', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_project_member', from: AccessLevel.master },
  }),
  group: defineAbilities({
    read: { name: 'read_group_member', on: 'group', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_group_member', on: 'group', from: AccessLevel.owner },
  }),
};

/** Who may see who works on a project, and share it with groups. */
export const sharingAbilities = defineAbilities({
  readUsers: { name: 'read_project', from: AccessLevel.guest, visitors: 'everyone' },
  share: { name: 'admin_project', from: AccessLevel.master },
});
