import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Abilities on merge requests. All of them require an account. Merging also depends on the protection of the target branch. */
export const abilities = defineAbilities({
  /** Checked on the target. */
  listMergeRequests: {
    name: 'list_merge_requests',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'mergeRequests',
  },
  /** Checked on a group; the list has what the caller may read. */
  listGroupMergeRequests: {
    name: 'list_group_merge_requests',
    on: 'group',
    from: AccessLevel.guest,
    visitors: 'users',
  },
  readMergeRequest: {
    name: 'read_merge_request',
    from: AccessLevel.reporter,
    visitors: 'users',
    also: ['author', 'assignee'],
    feature: 'mergeRequests',
  },
  /** Checked on the target, together with reading the merge request. */
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  /** Checked on the source. */
  createMergeRequest: {
    name: 'create_merge_request_from',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** Checked on the target. */
  createMergeRequestIn: {
    name: 'create_merge_request_in',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'mergeRequests',
    whenArchived: false,
  },
  updateMergeRequest: {
    name: 'update_merge_request',
    from: AccessLevel.developer,
    also: ['author', 'assignee'],
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** Setting assignee, milestone, labels and the lock of the discussion. */
  manageMergeRequest: {
    name: 'admin_merge_request',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** The same rule as for reading, also for guests of private projects who are its author or assignee. */
  createMergeRequestNote: {
    name: 'create_merge_request_note',
    from: AccessLevel.guest,
    visitors: 'users',
    feature: 'mergeRequests',
  },
  manageMergeRequestNote: {
    name: 'admin_merge_request_note',
    from: AccessLevel.master,
    also: ['author'],
    feature: 'mergeRequests',
  },
  resolveDiscussion: {
    name: 'resolve_note',
    from: AccessLevel.developer,
    also: ['author'],
    feature: 'mergeRequests',
  },
  setMergeRequestNoteTimes: { name: 'set_merge_request_note_times', from: AccessLevel.owner, feature: 'mergeRequests' },
  /** Checked together with the protection of the target branch. */
  acceptMergeRequest: {
    name: 'accept_merge_request',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** Authors only where the project lets them. */
  approveMergeRequest: {
    name: 'approve_merge_request',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** Settings of a project for approvals, and its rule. */
  updateApprovers: { name: 'update_approvers', from: AccessLevel.master, feature: 'mergeRequests' },
  /** Of the endpoints of repository; here it decides who is offered the templates of descriptions. */
  downloadCode: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone', feature: 'repository' },
  /** Checked on the source, together with the protection of the branch. */
  pushCode: { name: 'push_code', from: AccessLevel.developer, feature: 'repository', whenArchived: false },
  deleteMergeRequest: { name: 'destroy_merge_request', from: AccessLevel.owner, feature: 'mergeRequests' },
});
