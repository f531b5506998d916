import { Controller } from '@nestjs/common';
import { Call, Endpoint, ProjectNotFound, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PipelineFacts } from '../pipelines/pipeline.facts.js';
import { PipelineView, presentPipeline } from '../pipelines/pipeline.view.js';
import { MergeRequestNotFound, MergeRequestWithoutCommits, PipelineInvalid } from '../refusals.js';
import { MergeRequestFacts } from './merge-request.facts.js';
import { CreateMergeRequestPipelineParams } from './merge-request-pipeline.params.js';
import { RequestMergeRequestPipeline } from './request.js';

@Controller()
export class MergeRequestPipelinesController {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly requestMergeRequestPipeline: RequestMergeRequestPipeline,
    private readonly pipelineFacts: PipelineFacts,
  ) {}

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/pipelines', {
    summary: 'Create a pipeline for the head of a merge request',
    can: abilities.listMergeRequests,
    params: CreateMergeRequestPipelineParams,
    returns: returns.json(PipelineView),
    status: 200,
    refuses: [MergeRequestNotFound, MergeRequestWithoutCommits, PipelineInvalid, ProjectNotFound],
  })
  async create(@Call() call: CallOf<typeof CreateMergeRequestPipelineParams>): Promise<PipelineView> {
    const { project, params, user, caller } = call;
    const found = await this.mergeRequestFacts.find(project.project.id, params.merge_request_iid);
    if (!found) throw MergeRequestNotFound();
    const { headSha, baseSha } = found;
    if (headSha === null || headSha === baseSha) throw MergeRequestWithoutCommits();
    const described = { ...found, headSha };
    const made = await this.requestMergeRequestPipeline.execute(described, user);
    if ('id' in made) return presentPipeline(await this.pipelineFacts.one(made.project, made.id), caller.baseUrl);
    throw made.error === null ? ProjectNotFound() : PipelineInvalid({ reason: made.error });
  }
}
