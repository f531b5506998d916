import { awardsController, discussionsController, notesController, resolutionsController } from '@hearth/notes';
import { abilities } from '../abilities.js';

const MERGE_REQUEST = {
  kind: 'mergeRequest',
  record: 'a merge request',
  path: 'merge_requests/:merge_request_iid',
  segment: 'merge_request_iid',
  read: abilities.readMergeRequest,
};

/** Notes on merge requests. */
export class MergeRequestNotesController extends notesController({
  ...MERGE_REQUEST,
  jobTokens: true,
  merges: true,
}) {}

/** Discussions of merge requests. */
export class MergeRequestDiscussionsController extends discussionsController(MERGE_REQUEST, { onDiffs: true }) {}

/** Changes of discussions of merge requests, and their resolution. */
export class MergeRequestResolutionsController extends resolutionsController(MERGE_REQUEST) {}

/** Awards to merge requests and to the notes on them. */
export class MergeRequestAwardsController extends awardsController(MERGE_REQUEST) {}
