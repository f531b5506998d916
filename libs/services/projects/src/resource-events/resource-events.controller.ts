import { resourceEventsController } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { IssueNotFound } from '../refusals.js';

/** Changes of the labels, milestone and state of issues. */
export class IssueResourceEventsController extends resourceEventsController({
  type: 'Issue',
  record: 'an issue',
  path: 'issues/:issue_iid',
  segment: 'issue_iid',
  read: abilities.readIssue,
  notFound: IssueNotFound,
}) {}
