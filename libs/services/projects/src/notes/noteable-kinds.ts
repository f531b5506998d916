import type { NoteableKinds } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { ISSUE_ACTIONS } from '../issues/quick-action.rules.js';

/** Kinds of records of this service that have notes. */
export const NOTEABLE_KINDS = {
  issue: {
    type: 'Issue',
    column: 'issue_id',
    quickActions: ISSUE_ACTIONS,
    abilities: {
      create: abilities.createIssueNote,
      manage: abilities.manageIssueNote,
      setTimes: abilities.setIssueTimes,
    },
  },
  snippet: {
    type: 'Snippet',
    column: 'snippet_id',
    quickActions: ['award'],
    abilities: {
      create: abilities.createSnippetNote,
      manage: abilities.manageSnippetNote,
      setTimes: abilities.setSnippetNoteTimes,
    },
  },
} satisfies NoteableKinds;
