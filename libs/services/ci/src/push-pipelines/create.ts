import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CreatePushPipelineJob } from '../jobs.js';
import { CancelReplacedPipelines } from '../replaced-pipelines/cancel-replaced.js';
import { CreatePipeline } from '../pipelines/create.js';
import { NewPipelineFacts } from '../plans/new-pipeline.facts.js';
import { ciPushOptions } from './push-options.rules.js';

/** Creates the pipeline of a push to a branch or tag, and cancels the branch's pipelines that it replaces. */
@Injectable()
export class CreatePushPipeline {
  constructor(
    private readonly calls: Calls,
    private readonly newPipelineFacts: NewPipelineFacts,
    private readonly createPipeline: CreatePipeline,
    private readonly cancelReplacedPipelines: CancelReplacedPipelines,
  ) {}

  @Job(CreatePushPipelineJob)
  async execute(push: JobDataOf<typeof CreatePushPipelineJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { projectId, sequence, ref, tag, oldId, userId, pushedAt = null, pushOptions = [], defaultBranch } = push;
    // The pusher was authorised at the push; this query only reads the project.
    const user = { id: (userId ?? 0) as UserId, admin: true, external: false };
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [{ id: projectId }], user });
    const project = projects[0]?.project;
    if (!project || project.features.builds === 'disabled' || project.features.repository === 'disabled') return;
    const sha = tag ? await this.taggedCommit(push) : push.newId;
    if (sha === null) return;
    const { skips, variables, inputs } = ciPushOptions(pushOptions);
    const made = { project, ref, tag, sha, userId, variables, inputs, source: 'push' as const };
    const request = { ...made, push: { sequence, pushedAt, beforeSha: oldId, defaultBranch } };
    const plan = await this.newPipelineFacts.plan(request);
    if ('error' in plan) return;
    await this.createPipeline.execute(request, { ...plan, skipped: plan.skipped || skips });
    if (!tag) await this.cancelReplacedPipelines.execute(projectId, ref, signal);
  }

  /** An annotated tag is a separate object. Null when the tag was deleted. */
  private async taggedCommit({ projectId, ref }: JobDataOf<typeof CreatePushPipelineJob>): Promise<string | null> {
    return (await this.calls.query(FindRefsQuery, { projectId, branches: [], tags: [ref] })).tags[0]!;
  }
}
