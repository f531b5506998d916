import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { DescribeJobQuery, DescribePipelineQuery, type JobDetails, type PipelineDetails } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import type { CommitCard } from '@hearth/repository-contracts';
import type { JobSubject, PipelineSubject } from '../hook-deliveries/delivery.rules.js';
import type { PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';
import type { NamedRecords } from './record.view.js';

/** Records that payloads of pipelines and of jobs have. */
interface PipelineContext {
  readonly project: PayloadProject;
  /** Null where the repository has it no more. */
  readonly commit: CommitCard | null;
  readonly named: Omit<NamedRecords, 'labels'>;
}

/** Facts of the payload of a pipeline. */
export interface PipelineFacts extends PipelineContext {
  readonly subject: PipelineSubject;
  readonly pipeline: PipelineDetails & { readonly jobs: readonly JobDetails[] };
}

/** Facts of the payload of a job. */
export interface JobFacts extends PipelineContext {
  readonly subject: JobSubject;
  readonly job: JobDetails;
  readonly pipeline: PipelineDetails;
}

/** Reads what payloads say about pipelines and jobs. */
@Injectable()
export class PipelinePayloadFacts {
  constructor(
    private readonly calls: Calls,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the pipeline or its project is gone */
  async ofPipeline(projectId: ProjectId, subject: PipelineSubject): Promise<PipelineFacts | undefined> {
    const { pipeline } = await this.calls.query(DescribePipelineQuery, { projectId, id: subject.pipelineId });
    if (!pipeline) return undefined;
    const userIds = [pipeline.userId, ...pipeline.jobs.map(({ userId }) => userId)];
    const found = await this.contextOf(pipeline, userIds);
    return found && { subject, pipeline, ...found };
  }

  /** @returns undefined when the job or its project is gone */
  async ofJob(projectId: ProjectId, subject: JobSubject): Promise<JobFacts | undefined> {
    const { found: described } = await this.calls.query(DescribeJobQuery, { projectId, id: subject.jobId });
    if (!described) return undefined;
    const found = await this.contextOf(described.pipeline, [described.job.userId]);
    return found && { subject, ...described, ...found };
  }

  private async contextOf(
    { projectId, sha }: PipelineDetails,
    userIds: readonly (number | null)[],
  ): Promise<PipelineContext | undefined> {
    const [project, commit, users] = await Promise.all([
      this.recordFacts.project(projectId),
      this.recordFacts.commit(projectId, sha),
      this.recordFacts.users(userIds),
    ]);
    return project && { project, commit, named: { users, ...this.recordFacts.addresses } };
  }
}
