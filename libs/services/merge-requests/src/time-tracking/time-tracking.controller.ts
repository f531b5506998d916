import { timeTrackingController } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';

/** Times of merge requests. */
export class MergeRequestTimeTrackingController extends timeTrackingController({
  record: 'a merge request',
  path: 'merge_requests/:merge_request_iid',
  segment: 'merge_request_iid',
  read: abilities.readMergeRequest,
  manage: abilities.manageMergeRequest,
  notFound: MergeRequestNotFound,
}) {}
