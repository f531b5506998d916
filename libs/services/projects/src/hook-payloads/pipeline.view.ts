import { pipelineUrl, type JobDetails, type PipelineStatus } from '@hearth/ci-contracts';
import type { PipelineFacts } from './pipeline.facts.js';
import { NO_OBJECT, presentPayloadCommit, presentPayloadProject } from './push.view.js';
import { presentPayloadUser } from './record.view.js';

const FINISHED: readonly PipelineStatus[] = ['success', 'failed', 'canceled', 'skipped'];
const NOT_STARTED: readonly PipelineStatus[] = ['created', 'pending', 'manual', 'scheduled', 'waiting_for_resource'];

/** Presents a new status of a pipeline as receivers get it. */
export function presentPipelineEvent({ subject, pipeline, project, commit, named }: PipelineFacts) {
  const webUrl = `${named.baseUrl}/${project.fullPath}`;
  const { status } = subject;
  const { finishedAt, duration } = timesWith(status, pipeline);
  return {
    object_kind: 'pipeline',
    object_attributes: {
      id: pipeline.id,
      iid: pipeline.iid,
      ref: pipeline.ref,
      tag: pipeline.tag,
      sha: pipeline.sha,
      before_sha: pipeline.beforeSha ?? NO_OBJECT,
      source: pipeline.source,
      status,
      stages: [...new Set(pipeline.jobs.map(({ stage }) => stage))],
      created_at: pipeline.createdAt,
      finished_at: finishedAt,
      duration,
      queued_duration: pipeline.queuedDuration,
      url: pipelineUrl(webUrl, pipeline.id),
    },
    user: presentPayloadUser(pipeline.userId, named),
    project: presentPayloadProject(project, named),
    commit: commit && presentPayloadCommit(commit, webUrl),
    builds: pipeline.jobs.map((job) => presentBuild(job, named)),
  };
}

function presentBuild(job: JobDetails, named: PipelineFacts['named']) {
  return {
    id: job.id,
    stage: job.stage,
    name: job.name,
    status: job.status,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    duration: job.duration,
    queued_duration: job.queuedDuration,
    failure_reason: job.failureReason,
    when: job.when,
    manual: job.when === 'manual' || job.when === 'delayed',
    allow_failure: job.allowFailure,
    user: presentPayloadUser(job.userId, named),
    runner: presentRunner(job),
    artifacts_file: { filename: job.artifacts?.filename ?? null, size: job.artifacts?.size ?? null },
  };
}

/** Presents the runner of a job; null until one has taken it. */
export function presentRunner({ runner }: JobDetails) {
  if (!runner) return null;
  const { id, description, active, isShared, type = isShared ? 'instance_type' : 'project_type' } = runner;
  return { id, description, active, runner_type: type, is_shared: isShared };
}

type Times = Pick<JobDetails, 'startedAt' | 'finishedAt' | 'duration'>;

/** Returns the times that a job or a pipeline had with a status: a later status has later times. */
export function timesWith(status: PipelineStatus, { startedAt, finishedAt, duration }: Times) {
  const hasStarted = !NOT_STARTED.includes(status);
  const hasEnded = FINISHED.includes(status);
  return {
    startedAt: hasStarted ? startedAt : null,
    finishedAt: hasEnded ? finishedAt : null,
    duration: hasEnded ? duration : null,
  };
}
