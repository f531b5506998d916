import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { MergeRequestForPipelineQuery } from '@hearth/merge-requests-contracts';
import type { DescribedMergeRequest } from './request.js';

/** Merge requests, queried from their service. */
@Injectable()
export class MergeRequestFacts {
  constructor(private readonly calls: Calls) {}

  async find(projectId: ProjectId, iid: number): Promise<DescribedMergeRequest | undefined> {
    const { mergeRequest } = await this.calls.query(MergeRequestForPipelineQuery, { projectId, iid });
    return mergeRequest ? { ...mergeRequest, projectId, iid } : undefined;
  }
}
