import { noteFormsController } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssueNotFound } from '../refusals.js';
import { addressOf } from './issue-page.js';

/** Forms that change and delete comments on issues. */
export class IssueNoteFormsController extends noteFormsController({
  ...{ kind: 'issue', record: 'an issue', path: 'issues', section: 'issues', onDiffs: false },
  ...{ read: abilities.readIssue, notFound: IssueNotFound, renderer: PageRenderer },
  originOf: (call) => `${addressOf(call, call.params.iid)}?page=${call.params.page}`,
}) {}
