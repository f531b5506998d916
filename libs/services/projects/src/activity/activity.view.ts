import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { NoteView } from '@hearth/notes';
import { z } from 'zod';
import type { PersonRecord } from '../issues/issues.finder.js';
import type { ActivityFact } from './activity.facts.js';
import { KINDS, actionNameOf, type RecordedPush } from './activity.rules.js';

const PushDataView = z.strictObject({
  commit_count: z
    .int()
    .nullable()
    .describe('Number of commits that the branch got; null where there are too many to be counted'),
  action: z.enum(['created', 'pushed', 'removed']).describe('What happened to the branch or tag'),
  ref_type: z.enum(['branch', 'tag']).describe('Kind of the ref'),
  commit_from: z.string().nullable().describe('Object id before the push; null for a new branch or tag'),
  commit_to: z.string().nullable().describe('Object id after the push; null for a deleted one'),
  ref: z.string().describe('Name of the branch or tag'),
  commit_title: z.string().nullable().describe('Title of the newest commit, up to 70 characters'),
  ref_count: z.null().describe('Always null: each branch or tag of a push is an activity of its own'),
});

/** Fields of a note's discussion, which activities do not show. */
const DISCUSSION = {
  type: true,
  discussion_id: true,
  position: true,
  resolvable: true,
  resolved: true,
  resolved_by: true,
  resolved_at: true,
} as const;

/** The note of a comment. */
const EventNoteView = NoteView.omit(DISCUSSION).extend({
  author: UserBasicView,
  noteable_id: z.int().nullable().describe('Id of the commented record; null for a commit'),
  commit_id: z.string().optional().describe('Object id of the commented commit'),
});

/** The record of an activity. */
export const EventView = z.strictObject({
  id: z.int(),
  project_id: z.int(),
  action_name: z.string().describe('What the user did'),
  target_id: z.int().nullable().describe('Id of the issue, merge request, milestone or note; null without one'),
  target_iid: z.int().nullable().describe('Its number in the project; of a note its id'),
  target_type: z.string().nullable().describe('Kind of that record'),
  author_id: z.int().describe('Id of the user'),
  target_title: z.string().nullable().describe('Its title; of a note, the title of the commented record'),
  created_at: z.iso.datetime(),
  author: UserBasicView,
  author_username: z.string().describe('Username of the user'),
  note: EventNoteView.optional().describe('The comment'),
  push_data: PushDataView.optional().describe('The push'),
});
export type EventView = z.output<typeof EventView>;

const TYPES = { issue: 'Issue', milestone: 'Milestone', merge_request: 'MergeRequest' } as const;

/** @param baseUrl scheme, host and port that the client used */
export function presentEvent(fact: ActivityFact, baseUrl: string): EventView {
  const { record } = fact;
  const { kind, author, push, projectId } = record;
  const note = noteOf(fact);
  return {
    id: record.id,
    project_id: projectId,
    action_name: actionNameOf(kind, record),
    ...targetOf(fact, note),
    author_id: author.id,
    created_at: record.createdAt.toISOString(),
    author: presentUserBasic(author, baseUrl),
    author_username: author.username,
    ...(note && { note: presentNote(note, author, baseUrl) }),
    ...(push && { push_data: presentPush(push) }),
  };
}

interface ShownNote {
  readonly id: number;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly type: 'Note' | 'DiffNote';
  readonly on: { readonly id: number | null; readonly iid: number | null; readonly title: string | null };
  readonly noteableType: string;
  readonly commitId?: string;
}

/** Converts the note of a comment, of whichever service it is. */
function noteOf({ record, mergeRequestNote, commitComment }: ActivityFact): ShownNote | undefined {
  const { note, noteCreatedAt, noteUpdatedAt, target, kind } = record;
  if (mergeRequestNote) {
    const { id, body, createdAt, updatedAt, mergeRequest: on } = mergeRequestNote;
    return { ...{ id, body, createdAt, updatedAt, on }, type: 'Note', noteableType: 'MergeRequest' };
  }
  if (commitComment) {
    const { id, note: body, createdAt, onLine, commitId } = commitComment;
    const on = { id: null, iid: null, title: null };
    const type = onLine ? 'DiffNote' : 'Note';
    return { ...{ id, body, createdAt, updatedAt: createdAt, on, type, commitId }, noteableType: 'Commit' };
  }
  if (!note || !target || !noteCreatedAt || !noteUpdatedAt) return undefined;
  const times = { createdAt: noteCreatedAt.toISOString(), updatedAt: noteUpdatedAt.toISOString() };
  return { ...note, ...times, on: target, type: 'Note', noteableType: kind === 'snippet:noted' ? 'Snippet' : 'Issue' };
}

function targetOf({ record, mergeRequest }: ActivityFact, note: ShownNote | undefined) {
  if (note) return { target_id: note.id, target_iid: note.id, target_type: note.type, target_title: note.on.title };
  const { target } = KINDS[record.kind];
  const shown = mergeRequest ?? record.target;
  return {
    // A milestone that was deleted has no row.
    target_id: shown?.id ?? record.milestoneId,
    target_iid: shown?.iid ?? null,
    target_type: target === null || target === 'note' ? null : TYPES[target],
    target_title: shown?.title ?? null,
  };
}

function presentNote(note: ShownNote, author: PersonRecord, baseUrl: string): z.output<typeof EventNoteView> {
  return {
    id: note.id,
    body: note.body,
    attachment: null,
    author: presentUserBasic(author, baseUrl),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: false,
    noteable_id: note.on.id,
    noteable_type: note.noteableType,
    noteable_iid: note.on.iid,
    ...(note.commitId !== undefined && { commit_id: note.commitId }),
  };
}

function presentPush({
  refType,
  ref,
  from,
  to,
  commitCount,
  commitTitle,
}: RecordedPush): z.output<typeof PushDataView> {
  return {
    commit_count: commitCount,
    action: to === null ? 'removed' : from === null ? 'created' : 'pushed',
    ref_type: refType,
    commit_from: from,
    commit_to: to,
    ref,
    commit_title: commitTitle,
    ref_count: null,
  };
}
