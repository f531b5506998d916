import { timeTrackingController } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { IssueNotFound } from '../refusals.js';

/** Times of issues. */
export class IssueTimeTrackingController extends timeTrackingController({
  record: 'an issue',
  path: 'issues/:issue_iid',
  segment: 'issue_iid',
  read: abilities.readIssue,
  manage: abilities.manageIssue,
  notFound: IssueNotFound,
}) {}
