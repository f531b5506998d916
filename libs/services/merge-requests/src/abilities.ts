import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Who may do what with merge requests. All of them need an account. Merging is decided by the protection of the target branch as well. */
export const abilities = defineAbilities({
  /** Of the target. */
  listMergeRequests: {
    name: 'list_merge_requests',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'mergeRequests',
  },
  readMergeRequest: {
    name: 'read_merge_request',
    from: AccessLevel.reporter,
    visitors: 'users',
    also: ['author', 'assignee'],
    feature: 'mergeRequests',
  },
  /** Of the target, together with reading the merge request. */
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  /** On the source. */
  createMergeRequest: {
    name: 'create_merge_request_from',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** On the target. */
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
  /** Assignee, milestone, labels and the lock of the discussion. */
  manageMergeRequest: {
    name: 'admin_merge_request',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  /** As reading, for guests of private projects too who are its author or assignee. */
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
  setMergeRequestNoteTimes: { name: 'set_merge_request_note_times', from: AccessLevel.owner, feature: 'mergeRequests' },
  /** Together with what the protection of the target branch says. */
  acceptMergeRequest: {
    name: 'accept_merge_request',
    from: AccessLevel.developer,
    feature: 'mergeRequests',
    whenArchived: false,
  },
  deleteMergeRequest: { name: 'destroy_merge_request', from: AccessLevel.owner, feature: 'mergeRequests' },
});
