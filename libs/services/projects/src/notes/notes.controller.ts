import { awardsController, discussionChangesController, discussionsController, notesController } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { SnippetNoteView } from './snippet-note.view.js';

const ISSUE = {
  kind: 'issue',
  record: 'an issue',
  path: 'issues/:issue_iid',
  segment: 'issue_iid',
  read: abilities.readIssue,
};
const SNIPPET = {
  kind: 'snippet',
  record: 'a snippet',
  path: 'snippets/:snippet_id',
  segment: 'snippet_id',
  read: abilities.readSnippet,
};

/** Notes on issues. */
export class IssueNotesController extends notesController(ISSUE) {}

/** Discussions of issues. */
export class IssueDiscussionsController extends discussionsController(ISSUE) {}

/** Changes of discussions of issues. */
export class IssueDiscussionChangesController extends discussionChangesController(ISSUE) {}

/** Awards to issues and to the notes on them. */
export class IssueAwardsController extends awardsController(ISSUE) {}

/** Notes on snippets of projects. */
export class SnippetNotesController extends notesController(SNIPPET, SnippetNoteView) {}

/** Discussions of snippets of projects. */
export class SnippetDiscussionsController extends discussionsController(SNIPPET) {}

/** Changes of discussions of snippets of projects. */
export class SnippetDiscussionChangesController extends discussionChangesController(SNIPPET) {}

/** Awards to snippets of projects and to the notes on them. */
export class SnippetAwardsController extends awardsController(SNIPPET) {}
