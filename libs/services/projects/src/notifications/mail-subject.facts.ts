import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { DescribePipelineQuery } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DescribeMergeRequestQuery, MergeRequestNotesByIdsQuery } from '@hearth/merge-requests-contracts';
import { PayloadsStore, type PayloadProject } from '../hook-payloads/payloads.store.js';
import type { MailSubject, MailTarget } from './mail-subject.rules.js';

/** Reads the records that mails are about. */
@Injectable()
export class MailSubjectFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly payloadsStore: PayloadsStore,
  ) {}

  /** @returns undefined when it or its project is gone */
  async of(
    projectId: ProjectId,
    target: MailTarget,
  ): Promise<{ subject: MailSubject; project: PayloadProject } | undefined> {
    const project = await this.payloadsStore.project(this.db, projectId);
    const subject = project && (await this.subject(projectId, target));
    return subject && { subject, project };
  }

  /** Text of the note; null when it is gone. */
  async note(target: MailTarget, noteId: number): Promise<string | null> {
    if ('issueId' in target) return (await this.payloadsStore.note(this.db, noteId))?.body ?? null;
    return (await this.calls.query(MergeRequestNotesByIdsQuery, { ids: [noteId] })).notes[0]?.body ?? null;
  }

  private async subject(projectId: ProjectId, target: MailTarget): Promise<MailSubject | undefined> {
    if ('issueId' in target) {
      const issue = await this.payloadsStore.issue(this.db, target.issueId);
      return issue?.projectId === projectId ? { kind: 'issue', reviewerIds: [], ...issue } : undefined;
    }
    if ('mergeRequestId' in target) {
      const { mergeRequest } = await this.calls.query(DescribeMergeRequestQuery, { id: target.mergeRequestId });
      return mergeRequest ? { kind: 'merge_request', confidential: false, ...mergeRequest } : undefined;
    }
    const { pipeline } = await this.calls.query(DescribePipelineQuery, { projectId, id: target.pipelineId });
    return pipeline ? { kind: 'pipeline', ...pipeline } : undefined;
  }
}
