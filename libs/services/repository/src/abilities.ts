import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Who may do what with a repository. What a push may do to single refs stands in protection/push.rules.ts. */
export const abilities = defineAbilities({
  downloadCode: {
    name: 'download_code',
    from: AccessLevel.reporter,
    visitors: 'everyone',
    feature: 'repository',
  },
  /** By git and by name, `refs/merge-requests/:iid/head`. Reading the merge request itself needs an account besides. */
  fetchMergeRequestHead: {
    name: 'fetch_merge_request_head',
    from: AccessLevel.reporter,
    visitors: 'everyone',
    feature: 'mergeRequests',
  },
  /** By the full id of an object that neither a branch nor a tag nor a head of a merge request reaches. */
  readUnreachable: { name: 'read_unreachable_object', from: AccessLevel.guest, feature: 'repository' },
  /** Whoever reads the code and has an account. */
  commentOnCommit: {
    name: 'create_commit_note',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'repository',
  },
  pushCode: { name: 'push_code', from: AccessLevel.developer, feature: 'repository', whenArchived: false },
  /** Where no rule of the branch says otherwise; the first push to an empty repository makes one. */
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
  manageProtection: { name: 'admin_protected_branch', from: AccessLevel.master, feature: 'repository' },
  changeTags: { name: 'admin_tag', from: AccessLevel.master, feature: 'repository', whenArchived: false },
});
