import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { MergeRequestNotesByIdsQuery } from '@hearth/merge-requests-contracts';
import { CommitCommentsByIdsQuery, type CommitCard } from '@hearth/repository-contracts';
import type { NoteSubject, NoteTrigger } from '../hook-deliveries/delivery.rules.js';
import { MergeRequestPayloadFacts, type PayloadMergeRequest } from './merge-request.facts.js';
import { PayloadsStore, type PayloadIssue, type PayloadSnippet, type PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';
import type { NamedRecords } from './record.view.js';

/** Record that a note is on. */
export type PayloadNoteable =
  | { readonly type: 'Issue'; readonly issue: PayloadIssue }
  | { readonly type: 'Snippet'; readonly snippet: PayloadSnippet }
  | { readonly type: 'MergeRequest'; readonly found: PayloadMergeRequest }
  /** The commit is null where the repository has it no more. */
  | { readonly type: 'Commit'; readonly commitId: string; readonly commit: CommitCard | null };

interface Note {
  readonly id: number;
  readonly body: string;
  readonly authorId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Facts of the payload of a note. */
export interface NoteFacts {
  readonly subject: NoteSubject;
  readonly note: Note;
  readonly on: PayloadNoteable;
  readonly project: PayloadProject;
  readonly named: NamedRecords;
}

/** Reads what payloads say about notes. */
@Injectable()
export class NotePayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly payloadsStore: PayloadsStore,
    private readonly recordFacts: RecordFacts,
    private readonly mergeRequestPayloadFacts: MergeRequestPayloadFacts,
  ) {}

  /** @returns undefined when the note is gone, or its issue has become confidential and the hook is for other notes */
  async of(projectId: ProjectId, trigger: NoteTrigger, subject: NoteSubject): Promise<NoteFacts | undefined> {
    const found = await this.found(projectId, trigger, subject);
    const project = found && (await this.recordFacts.project(projectId));
    if (!project) return undefined;
    const { assigneeIds, labelIds } = relationsOf(found.on);
    const [users, labels] = await Promise.all([
      this.recordFacts.users([subject.userId, ...assigneeIds]),
      this.recordFacts.labels(labelIds),
    ]);
    return { subject, ...found, project, named: { users, labels, ...this.recordFacts.addresses } };
  }

  private found(
    projectId: ProjectId,
    trigger: NoteTrigger,
    { on, noteId }: NoteSubject,
  ): Promise<Pick<NoteFacts, 'note' | 'on'> | undefined> {
    if (on === 'merge_request') return this.onMergeRequest(noteId);
    return on === 'commit' ? this.onCommit(projectId, noteId) : this.onOwn(trigger, noteId);
  }

  private async onOwn(trigger: NoteTrigger, id: number): Promise<Pick<NoteFacts, 'note' | 'on'> | undefined> {
    const found = await this.payloadsStore.note(this.db, id);
    if (!found || (found.confidential && trigger === 'note_events')) return undefined;
    const { body, authorId, issueId, snippetId } = found;
    const times = { createdAt: found.createdAt.toISOString(), updatedAt: found.updatedAt.toISOString() };
    const note = { id, body, authorId, ...times };
    if (issueId !== null) {
      const issue = await this.payloadsStore.issue(this.db, issueId);
      return issue && { note, on: { type: 'Issue', issue } };
    }
    const snippet = snippetId === null ? undefined : await this.payloadsStore.snippet(this.db, snippetId);
    return snippet && { note, on: { type: 'Snippet', snippet } };
  }

  private async onMergeRequest(id: number): Promise<Pick<NoteFacts, 'note' | 'on'> | undefined> {
    const { notes } = await this.calls.query(MergeRequestNotesByIdsQuery, { ids: [id] });
    const [note] = notes;
    const found = note && (await this.mergeRequestPayloadFacts.one(note.mergeRequest.id));
    return found && { note, on: { type: 'MergeRequest', found } };
  }

  private async onCommit(projectId: ProjectId, id: number): Promise<Pick<NoteFacts, 'note' | 'on'> | undefined> {
    const { comments } = await this.calls.query(CommitCommentsByIdsQuery, { ids: [id] });
    const [comment] = comments;
    if (!comment) return undefined;
    const { commitId, note: body, authorId, createdAt } = comment;
    const commit = await this.recordFacts.commit(projectId, commitId);
    return {
      note: { id, body, authorId, createdAt, updatedAt: createdAt },
      on: { type: 'Commit', commitId, commit },
    };
  }
}

function relationsOf(on: PayloadNoteable): { assigneeIds: readonly number[]; labelIds: readonly number[] } {
  if (on.type === 'Issue') return on.issue;
  return on.type === 'MergeRequest' ? on.found.mergeRequest : { assigneeIds: [], labelIds: [] };
}
