import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import {
  CommitNotFound,
  ReferencesNotFound,
  StatusPipelineNotFound,
  TargetUrlInvalid,
  TransitionRefused,
} from '../refusals.js';
import { CommitStatusFacts } from './commit-status.facts.js';
import { CommitStatusesParams, PostCommitStatusParams } from './commit-status.params.js';
import { CommitStatusView, presentCommitStatus } from './commit-status.view.js';
import { PostCommitStatus } from './post.js';

const DEFAULT_NAME = 'default';

@Controller()
export class CommitStatusesController {
  constructor(
    private readonly commitStatusFacts: CommitStatusFacts,
    private readonly postCommitStatus: PostCommitStatus,
  ) {}

  @Endpoint.get('/projects/:id/repository/commits/:sha/statuses', {
    summary: 'List the statuses of a commit',
    can: abilities.readCommitStatus,
    params: CommitStatusesParams,
    returns: returns.page(CommitStatusView),
    refuses: [CommitNotFound],
  })
  async list(@Call() call: CallOf<typeof CommitStatusesParams>): Promise<Page<CommitStatusView>> {
    const { sha, ref, stage, name, all = false, page, per_page: perPage } = call.params;
    const filters = { all, ...(ref && { ref }), ...(stage && { stage }), ...(name && { name }) };
    const statuses = await this.commitStatusFacts.page(call.project, call.caller.principal, sha, filters, {
      page,
      perPage,
    });
    return statuses.map((fact) => presentCommitStatus(fact, call.caller.baseUrl));
  }

  @Endpoint.post('/projects/:id/statuses/:sha', {
    summary: 'Post the status of a commit',
    can: abilities.createCommitStatus,
    params: PostCommitStatusParams,
    returns: returns.json(CommitStatusView),
    refuses: [CommitNotFound, ReferencesNotFound, StatusPipelineNotFound, TargetUrlInvalid, TransitionRefused],
  })
  async post(@Call() call: CallOf<typeof PostCommitStatusParams>): Promise<CommitStatusView> {
    const { project, params, user, caller } = call;
    const {
      sha,
      state,
      ref,
      name,
      context,
      description,
      coverage,
      target_url: targetUrl,
      pipeline_id: pipelineId,
    } = params;
    const status = await this.postCommitStatus.execute(
      project.project.id,
      sha,
      {
        state,
        name: name || context || DEFAULT_NAME,
        ref: ref || undefined,
        pipelineId,
        targetUrl: targetUrl || undefined,
        description: description || undefined,
        coverage,
      },
      user.userId,
    );
    const [fact] = await this.commitStatusFacts.describe(project.project, [status]);
    return presentCommitStatus(fact!, caller.baseUrl);
  }
}
