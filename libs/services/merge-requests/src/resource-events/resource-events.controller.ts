import { resourceEventsController } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';

/** Changes of the labels, milestone and state of merge requests. */
export class MergeRequestResourceEventsController extends resourceEventsController({
  type: 'MergeRequest',
  record: 'a merge request',
  path: 'merge_requests/:merge_request_iid',
  segment: 'merge_request_iid',
  read: abilities.readMergeRequest,
  notFound: MergeRequestNotFound,
}) {}
