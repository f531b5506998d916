import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import type { PipelineMergeRequest } from '../pipelines/merge-request-variables.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import type { BuildOptions } from './build-options.js';
import type { When } from './stages.rules.js';

/** Job to create in a pipeline; it waits for its stage as `created`. One with a trigger in its options is a bridge. */
export interface NewBuild {
  readonly name: string;
  readonly stage: string;
  /** Order of the stages. */
  readonly stageIndex: number;
  readonly when: When;
  readonly allowFailure: boolean;
  readonly options: BuildOptions;
  readonly variables: readonly BuildVariable[];
  readonly coverageRegex: string | null;
  readonly tags: readonly string[];
  /** Whether its ref is protected. */
  readonly protected: boolean;
  /** Most automatic retries after a failure. */
  readonly retries: number;
  readonly timeoutSeconds: number;
  /** Names of the jobs that it waits for; null: all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
  /** Key of its resource group; null without one. */
  readonly resourceGroup: string | null;
}

/** Data that a runner needs to run a job. */
export interface RunnableBuild extends Pick<
  NewBuild,
  'name' | 'stage' | 'when' | 'options' | 'variables' | 'protected' | 'timeoutSeconds'
> {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly pipelineId: number;
  /** Variables of the configuration for all jobs of the pipeline. */
  readonly common: readonly BuildVariable[];
  /** Number of the pipeline in its project. */
  readonly iid: number;
  readonly pipelineName: string | null;
  readonly pipelineCreatedAt: Date;
  readonly startedAt: Date | null;
  readonly secondsInQueue: number | null;
  readonly source: PipelineSource;
  readonly sha: string;
  readonly beforeSha: string | null;
  readonly configPath: string | null;
  /** Merge request of the pipeline. */
  readonly mergeRequest: PipelineMergeRequest | null;
  /** References of open merge requests from the branch of the pipeline, as it was created; null without one. */
  readonly openMergeRequests: string | null;
  readonly ref: string;
  readonly tag: boolean;
  readonly userId: number | null;
  readonly runnerId: number | null;
  readonly runnerDescription: string | null;
  readonly runnerTags: readonly string[] | null;
  /** Whether there are jobs whose artifacts it may get. */
  readonly hasEarlierJobs: boolean;
}
