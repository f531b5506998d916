import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { ProjectCard, UserId } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { abilities } from '../abilities.js';
import { CreatePushPipelineJob } from '../jobs.js';
import { CancelReplacedPipelines } from '../replaced-pipelines/cancel-replaced.js';
import { CreatePipeline } from '../pipelines/create.js';
import { NewPipelineFacts } from '../plans/new-pipeline.facts.js';
import { ciPushOptions } from './push-options.rules.js';

/** Stands for the user of a push that no user made: the access of an admin does not depend on the id. */
const ANY_USER = 1;

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
    const { sequence, ref, tag, oldId, userId, pushedAt = null, pushOptions = [], defaultBranch } = push;
    const project = await this.projectOf(push);
    if (!project || project.features.builds === 'disabled' || project.features.repository === 'disabled') return;
    const sha = tag ? await this.taggedCommit(push) : push.newId;
    if (sha === null) return;
    const { skips, variables, inputs } = ciPushOptions(pushOptions);
    const made = { project, ref, tag, sha, userId, variables, inputs, source: 'push' as const };
    const request = { ...made, push: { sequence, pushedAt, beforeSha: oldId, defaultBranch } };
    const plan = await this.newPipelineFacts.plan(request);
    if ('error' in plan) return;
    await this.createPipeline.execute(request, { ...plan, skipped: plan.skipped || skips });
    if (!tag) await this.cancelReplacedPipelines.execute(project.id, ref, signal);
  }

  /**
   * Returns the project, if the pusher may create pipelines in it. Collaborators of a merge request may not: the jobs would have the variables
   * of the fork.
   */
  private async projectOf({
    projectId,
    userId,
  }: JobDataOf<typeof CreatePushPipelineJob>): Promise<ProjectCard | undefined> {
    const found = async (admin: boolean) => {
      const user = { id: (userId ?? ANY_USER) as UserId, admin, external: false };
      const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [{ id: projectId }], user });
      return projects[0] && may(abilities.createPipeline, projects[0], null) ? projects[0].project : undefined;
    };
    if (userId === null) return found(true);
    const project = await found(false);
    if (project) return project;
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    return principal?.admin && !blocked ? found(true) : undefined;
  }

  /** An annotated tag is a separate object. Null when the tag was deleted. */
  private async taggedCommit({ projectId, ref }: JobDataOf<typeof CreatePushPipelineJob>): Promise<string | null> {
    return (await this.calls.query(FindRefsQuery, { projectId, branches: [], tags: [ref] })).tags[0]!;
  }
}
