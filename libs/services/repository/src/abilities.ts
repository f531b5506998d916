import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';
import { commitAbilities } from '@hearth/repository-contracts';

/** Abilities on a repository. The rules for single refs of a push are in protection/push.rules.ts. */
export const abilities = defineAbilities({
  downloadCode: {
    name: 'download_code',
    from: AccessLevel.reporter,
    visitors: 'everyone',
    feature: 'repository',
  },
  fetchMergeRequestHead: commitAbilities.mergeRequestHeads,
  readUnreachable: commitAbilities.unreachable,
  /** Every signed-in user who may read the code. */
  commentOnCommit: {
    name: 'create_commit_note',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'repository',
  },
  /** Changing and deleting comments on commits. */
  manageCommitNote: { name: 'admin_commit_note', from: AccessLevel.master, also: ['author'], feature: 'repository' },
  pushCode: { name: 'push_code', from: AccessLevel.developer, feature: 'repository', whenArchived: false },
  /** Adding commits to one branch; collaborators are users allowed by an open merge request from that branch. */
  pushToBranch: {
    name: 'push_to_branch',
    from: AccessLevel.developer,
    also: ['collaborator'],
    feature: 'repository',
    whenArchived: false,
  },
  /** The default for protected branches without other access levels. The first push to an empty repository creates a protected branch. */
  pushToProtected: {
    name: 'push_code_to_protected_branches',
    from: AccessLevel.master,
    feature: 'repository',
    whenArchived: false,
  },
  deleteProtected: {
    name: 'push_to_delete_protected_branch',
    from: AccessLevel.master,
    feature: 'repository',
    whenArchived: false,
  },
  /** Starting the upkeep of the repository. */
  housekeep: { name: 'housekeep_repository', from: AccessLevel.master, feature: 'repository' },
  manageProtection: { name: 'admin_protected_branch', from: AccessLevel.master, feature: 'repository' },
  /** The list has the releases of projects whose code the caller may read. */
  listGroupReleases: { name: 'list_group_releases', on: 'group', from: AccessLevel.guest, visitors: 'everyone' },
  /** Creating, changing and deleting releases. They are read with the code. */
  manageRelease: { name: 'create_release', from: AccessLevel.developer, feature: 'repository', whenArchived: false },
  manageTagProtection: { name: 'admin_protected_tag', from: AccessLevel.master, feature: 'repository' },
  /** Those of other users: by git LFS, with `force`. */
  endLfsLocks: {
    name: 'unlock_lfs_file',
    from: AccessLevel.master,
    feature: 'repository',
    whenArchived: false,
  },
  changeTags: { name: 'admin_tag', from: AccessLevel.master, feature: 'repository', whenArchived: false },
});
