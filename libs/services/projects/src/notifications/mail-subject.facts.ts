import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { DescribePipelineQuery } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import {
  DescribeMergeRequestQuery,
  MergeRequestNotesByIdsQuery,
  type MergeRequestNote,
} from '@hearth/merge-requests-contracts';
import {
  CommitCommentsByIdsQuery,
  CommitsByIdsQuery,
  titleOf,
  type CommitComment,
  type CommitRights,
} from '@hearth/repository-contracts';
import { PayloadsStore, type PayloadProject } from '../hook-payloads/payloads.store.js';
import {
  MOST_TEXT,
  type MailNote,
  type MailSubject,
  type MailTarget,
  type NotesOfEvent,
} from './mail-subject.rules.js';

/** Notes of a review in one query. */
const PART = 10;

/** Reads the records that mails are about. */
@Injectable()
export class MailSubjectFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly payloadsStore: PayloadsStore,
  ) {}

  /**
   * @param rights of the user for whom a commit is read; without them, any commit is
   * @returns undefined when it or its project is gone, and for a commit that the rights do not show
   */
  async of(
    projectId: ProjectId,
    target: MailTarget,
    rights?: CommitRights,
  ): Promise<{ subject: MailSubject; project: PayloadProject } | undefined> {
    const project = await this.payloadsStore.project(this.db, projectId);
    const subject = project && (await this.subject(projectId, target, rights));
    return subject && { subject, project };
  }

  /** Texts of an event's notes, for the users whom they name: one whole text, or the beginnings of those of a review. */
  async texts(target: MailTarget, event: NotesOfEvent): Promise<readonly string[]> {
    const notes = await this.notes(target, event, event.noteIds && { ofNote: MOST_TEXT + 1 });
    return notes.map(({ body }) => body);
  }

  /**
   * Notes of an event in the order of their ids, without those that are gone.
   * @param most text of a note that is read, and text of all, after which the others come without theirs
   */
  async notes(
    target: MailTarget,
    { noteId, noteIds }: NotesOfEvent,
    most?: { readonly ofNote: number; readonly ofAll?: number },
  ): Promise<readonly MailNote[]> {
    if (noteId === null) return [];
    if ('issueId' in target) {
      const note = await this.payloadsStore.note(this.db, noteId);
      return note ? [{ id: noteId, body: note.body.slice(0, most?.ofNote) }] : [];
    }
    if ('commitId' in target) {
      const asked = { ids: [noteId], mostText: most?.ofNote };
      const { comments } = await this.calls.query(CommitCommentsByIdsQuery, asked);
      return comments.map(({ id, note, line }) => ({ id, body: note, ...placeOnCommit(target.commitId, line) }));
    }
    const notes: MailNote[] = [];
    const ids = [...(noteIds ?? [noteId])];
    let length = 0;
    while (ids.length > 0) {
      const mostText = most && (length > (most.ofAll ?? length) ? 0 : most.ofNote);
      const part = await this.calls.query(MergeRequestNotesByIdsQuery, { ids: ids.splice(0, PART), mostText });
      notes.push(...part.notes.map(({ id, body, line }) => ({ id, body, ...placeOnVersion(line) })));
      for (const { body } of part.notes) length += Math.min(body.length, MOST_TEXT);
    }
    return notes;
  }

  private async subject(
    projectId: ProjectId,
    target: MailTarget,
    rights: CommitRights | undefined,
  ): Promise<MailSubject | undefined> {
    if ('issueId' in target) {
      const issue = await this.payloadsStore.issue(this.db, target.issueId);
      return issue?.projectId === projectId ? { kind: 'issue', reviewerIds: [], ...issue } : undefined;
    }
    if ('mergeRequestId' in target) {
      const { mergeRequest } = await this.calls.query(DescribeMergeRequestQuery, { id: target.mergeRequestId });
      return mergeRequest ? { kind: 'merge_request', confidential: false, ...mergeRequest } : undefined;
    }
    if ('commitId' in target) {
      const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids: [target.commitId], rights });
      const [commit] = commits;
      return commit
        ? { kind: 'commit', id: commit.id, title: titleOf(commit.message), email: commit.author.email }
        : undefined;
    }
    const { pipeline } = await this.calls.query(DescribePipelineQuery, { projectId, id: target.pipelineId });
    return pipeline ? { kind: 'pipeline', ...pipeline } : undefined;
  }
}

function placeOnCommit(commitId: string, line: CommitComment['line']): Pick<MailNote, 'line' | 'place'> {
  if (!line?.side) return { line };
  const { path, number, side } = line;
  return { line, place: { from: null, to: commitId, path, number, side } };
}

function placeOnVersion(line: MergeRequestNote['line']): Pick<MailNote, 'line' | 'place'> {
  if (!line?.side || !line.from || !line.to) return { line };
  const { path, number, side, from, to } = line;
  return { line, place: { from, to, path, number, side } };
}
