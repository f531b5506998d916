import type { NoteableKinds } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { MERGE_REQUEST_ACTIONS } from '../quick-actions/quick-action.rules.js';

/** Kinds of records of this service that have notes. */
export const NOTEABLE_KINDS = {
  mergeRequest: {
    type: 'MergeRequest',
    column: 'merge_request_id',
    quickActions: MERGE_REQUEST_ACTIONS,
    abilities: {
      create: abilities.createMergeRequestNote,
      manage: abilities.manageMergeRequestNote,
      setTimes: abilities.setMergeRequestNoteTimes,
      resolve: abilities.resolveDiscussion,
    },
  },
} satisfies NoteableKinds;
