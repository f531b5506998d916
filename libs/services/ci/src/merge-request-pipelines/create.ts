import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { ActAsQuery } from '@hearth/identity-contracts';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CreateMergeRequestPipelineJob } from '../jobs.js';
import { CancelReplacedPipelines } from '../replaced-pipelines/cancel-replaced.js';
import { MergeRequestFacts } from './merge-request.facts.js';
import { RequestMergeRequestPipeline } from './request.js';

/** Creates the pipeline of the head of a merge request, and cancels the merge request's pipelines that it replaces. */
@Injectable()
export class CreateMergeRequestPipeline {
  constructor(
    private readonly calls: Calls,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly requestMergeRequestPipeline: RequestMergeRequestPipeline,
    private readonly cancelReplacedPipelines: CancelReplacedPipelines,
  ) {}

  /** Safe to repeat: there is one pipeline for each version, as a branch may move back. A head that was replaced in the meantime has none. */
  @Job(CreateMergeRequestPipelineJob)
  async execute(
    { projectId, iid, headSha, userId }: JobDataOf<typeof CreateMergeRequestPipelineJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    const [found, { principal, blocked }] = await Promise.all([
      this.mergeRequestFacts.find(projectId, iid),
      this.calls.query(ActAsQuery, { user: { id: userId } }),
    ]);
    if (found?.state !== 'opened' || found.headSha !== headSha || !principal || blocked) return;
    const { versionId } = found;
    if (versionId === null) return;
    await this.requestMergeRequestPipeline.execute({ ...found, headSha }, principal, versionId);
    await this.cancelReplacedPipelines.ofMergeRequest(found.id, signal);
  }
}
