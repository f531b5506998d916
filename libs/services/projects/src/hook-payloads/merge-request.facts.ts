import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import { DescribeMergeRequestQuery } from '@hearth/merge-requests-contracts';
import type { CommitCard } from '@hearth/repository-contracts';
import type { MergeRequestSubject } from '../hook-deliveries/delivery.rules.js';
import type { PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';
import type { NamedRecords } from './record.view.js';

/** A merge request with everything that payloads say about it. */
export interface PayloadMergeRequest {
  readonly mergeRequest: NonNullable<OutputOf<typeof DescribeMergeRequestQuery>['mergeRequest']>;
  readonly target: PayloadProject;
  /** Null for a fork that was deleted. */
  readonly source: PayloadProject | null;
  readonly lastCommit: CommitCard | null;
}

/** Facts of the payload of a merge request. */
export interface MergeRequestFacts extends PayloadMergeRequest {
  readonly subject: MergeRequestSubject;
  readonly named: NamedRecords;
}

/** Reads what payloads say about merge requests. */
@Injectable()
export class MergeRequestPayloadFacts {
  constructor(
    private readonly calls: Calls,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the merge request or its project is gone */
  async of(subject: MergeRequestSubject): Promise<MergeRequestFacts | undefined> {
    const found = await this.one(subject.mergeRequestId);
    if (!found) return undefined;
    const { assigneeIds, reviewerIds, labelIds } = found.mergeRequest;
    const { changes, userId } = subject;
    const changed = [changes.assigneeIds, changes.reviewerIds].flatMap((change) => change?.previous ?? []);
    const [users, labels] = await Promise.all([
      this.recordFacts.users([userId, ...assigneeIds, ...reviewerIds, ...changed]),
      this.recordFacts.labels([...labelIds, ...(changes.labelIds?.previous ?? [])]),
    ]);
    return { ...found, subject, named: { users, labels, ...this.recordFacts.addresses } };
  }

  /** @returns undefined when it or its project is gone */
  async one(id: number): Promise<PayloadMergeRequest | undefined> {
    const { mergeRequest } = await this.calls.query(DescribeMergeRequestQuery, { id });
    if (!mergeRequest) return undefined;
    const { targetProjectId, sourceProjectId, headSha } = mergeRequest;
    const target = await this.recordFacts.project(targetProjectId);
    if (!target) return undefined;
    const source = sourceProjectId === targetProjectId ? target : await this.recordFacts.project(sourceProjectId);
    const lastCommit = await this.recordFacts.commit(targetProjectId, headSha);
    return { mergeRequest, target, source: source ?? null, lastCommit };
  }
}
