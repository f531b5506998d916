import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { DescribePipelineQuery } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DescribeMergeRequestQuery, MergeRequestNotesByIdsQuery } from '@hearth/merge-requests-contracts';
import { CommitCommentsByIdsQuery, CommitsByIdsQuery, titleOf } from '@hearth/repository-contracts';
import { PayloadsStore, type PayloadProject } from '../hook-payloads/payloads.store.js';
import {
  MOST_TEXT,
  type CommitRights,
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

  /**
   * Notes of an event in the order of their ids, without those that are gone; of those of a review as much text as mails have.
   * @param most text of a review, after which its notes come without theirs
   */
  async notes(
    target: MailTarget,
    { noteId, noteIds }: NotesOfEvent,
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly MailNote[]> {
    if (noteId === null) return [];
    if ('issueId' in target) {
      const note = await this.payloadsStore.note(this.db, noteId);
      return note ? [note] : [];
    }
    if ('commitId' in target) {
      const { comments } = await this.calls.query(CommitCommentsByIdsQuery, { ids: [noteId] });
      return comments.map(({ id, note, line }) => ({ id, body: note, line }));
    }
    const notes: MailNote[] = [];
    const ids = [...(noteIds ?? [noteId])];
    let length = 0;
    while (ids.length > 0) {
      const cut = noteIds && { mostText: length > most ? 0 : MOST_TEXT + 1 };
      const part = await this.calls.query(MergeRequestNotesByIdsQuery, { ids: ids.splice(0, PART), ...cut });
      notes.push(...part.notes);
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
