import type { JobFacts } from './pipeline.facts.js';
import { presentRunner, timesWith } from './pipeline.view.js';
import { NO_OBJECT, presentPayloadProject, presentPayloadRepository } from './push.view.js';
import { presentPayloadUser } from './record.view.js';

/** Presents a new status of a job as receivers get it. */
export function presentJobEvent({ subject, job, pipeline, project, commit, named }: JobFacts) {
  const { status } = subject;
  const times = timesWith(status, job);
  return {
    object_kind: 'build',
    ref: pipeline.ref,
    tag: pipeline.tag,
    before_sha: pipeline.beforeSha ?? NO_OBJECT,
    sha: pipeline.sha,
    build_id: job.id,
    build_name: job.name,
    build_stage: job.stage,
    build_status: status,
    build_created_at: job.createdAt,
    build_started_at: times.startedAt,
    build_finished_at: times.finishedAt,
    build_duration: times.duration,
    build_queued_duration: job.queuedDuration,
    build_allow_failure: job.allowFailure,
    build_failure_reason: status === 'failed' ? job.failureReason : null,
    pipeline_id: job.pipelineId,
    runner: presentRunner(job),
    project_id: project.id,
    project_name: `${project.namespace} / ${project.name}`,
    user: presentPayloadUser(job.userId, named),
    commit: {
      id: pipeline.id,
      sha: pipeline.sha,
      message: commit?.message ?? null,
      author_name: commit?.author.name ?? null,
      author_email: commit?.author.email ?? null,
      status: pipeline.status,
      duration: pipeline.duration,
      started_at: pipeline.startedAt,
      finished_at: pipeline.finishedAt,
    },
    repository: presentPayloadRepository(project, named),
    project: presentPayloadProject(project, named),
  };
}
