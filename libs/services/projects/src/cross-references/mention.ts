import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { mentionsIn, referencesIn } from '@hearth/notes';
import { IssuesStore } from '../issues/issues.store.js';
import { FollowReferencesJob } from '../jobs.js';

/** Makes mentioned users participants of an issue, and adds a job that follows the references in its text. */
@Injectable()
export class MentionInIssue {
  constructor(
    private readonly issuesStore: IssuesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Runs inside the transaction that writes the text. The references are followed later, by a job: they may be to any project. */
  async within(
    tx: Tx,
    { id, iid, projectId }: { id: number; iid: number; projectId: ProjectId },
    text: string,
    { userId }: Principal,
  ): Promise<void> {
    const mentioned = await this.issuesStore.readersAmong(tx, projectId, { usernames: mentionsIn(text) });
    const users = mentioned.map((user) => user.id);
    await this.issuesStore.mention(tx, id, users);
    const references = { mentioned: referencesIn(text, 'issue'), mergeRequests: referencesIn(text, 'mergeRequest') };
    if (references.mentioned.length + references.mergeRequests.length === 0) return;
    const source = { kind: 'issue', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId, ...references });
  }
}
