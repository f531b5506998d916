import { Injectable } from '@nestjs/common';
import { HeadPipelineFinishedEvent } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { PublishHeadPipelineJob } from '../jobs.js';
import { HeadPipelinesFacts } from '../mergeability/head-pipelines.facts.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';

/** Publishes the result of the newest pipeline for the head of a merge request. */
@Injectable()
export class PublishHeadPipeline {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly headPipelinesFacts: HeadPipelinesFacts,
  ) {}

  /** May be repeated; does nothing where the head has a newer pipeline, the pipeline runs again, or has failed for a merge request that is not open. */
  @Job(PublishHeadPipelineJob)
  async execute({ mergeRequestId, pipelineId }: JobDataOf<typeof PublishHeadPipelineJob>): Promise<void> {
    const mergeRequest = await this.mergeRequestsStore.findById(this.db, mergeRequestId);
    if (!mergeRequest) return;
    const pipeline = (await this.headPipelinesFacts.of([mergeRequest])).get(mergeRequestId);
    if (pipeline?.id !== pipelineId) return;
    const { status } = pipeline;
    // A success may have merged it already.
    if (status !== 'success' && (status !== 'failed' || mergeRequest.state !== 'opened')) return;
    const { targetProjectId: projectId, authorId, autoMergeUserId } = mergeRequest;
    const userIds = [...new Set([authorId, autoMergeUserId ?? authorId])];
    await this.db.tx((tx) =>
      this.outbox.append(tx, HeadPipelineFinishedEvent, { projectId, mergeRequestId, status, userIds }),
    );
  }
}
