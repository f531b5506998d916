import { Controller } from '@nestjs/common';
import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { PipelineInvalid, PipelineNotFound, VariableInvalid } from '../refusals.js';
import { PipelineFacts } from './pipeline.facts.js';
import { CreatePipelineParams, PipelineParams, PipelinesParams, pipelineFilters } from './pipeline.params.js';
import { PipelineView, presentPipeline } from './pipeline.view.js';
import { CancelPipeline } from './cancel.js';
import { RequestPipeline } from './request.js';
import { RetryPipeline } from './retry.js';

@Controller()
export class PipelinesController {
  constructor(
    private readonly pipelineFacts: PipelineFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly requestPipeline: RequestPipeline,
    private readonly cancelPipeline: CancelPipeline,
    private readonly retryPipeline: RetryPipeline,
  ) {}

  @Endpoint.get('/projects/:id/pipelines', {
    summary: 'List the pipelines of a project',
    can: abilities.readPipeline,
    params: PipelinesParams,
    returns: returns.page(PipelineBasicView),
  })
  async list(@Call() { project, params, caller }: CallOf<typeof PipelinesParams>): Promise<Page<PipelineBasicView>> {
    const { page, per_page: perPage, name, username } = params;
    const person = { ...(name !== undefined && { name }), ...(username !== undefined && { username }) };
    const filters = pipelineFilters(params);
    const pipelines = await this.pipelineFacts.page(project.project.id, filters, person, { page, perPage });
    const projectUrl = `${caller.baseUrl}/${project.project.fullPath}`;
    return pipelines.map((pipeline) => presentPipelineBasic(pipeline, projectUrl));
  }

  @Endpoint.post('/projects/:id/pipeline', {
    summary: 'Create a pipeline for a branch or tag',
    can: abilities.createPipeline,
    params: CreatePipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineInvalid, VariableInvalid],
  })
  async create(@Call() { project, params, user, caller }: CallOf<typeof CreatePipelineParams>): Promise<PipelineView> {
    const { ref, variables: given = [] } = params;
    const variables = given.map(({ variable_type: type, ...variable }) => ({ ...variable, file: type === 'file' }));
    const id = await this.requestPipeline.execute(project, { ref, source: 'api', variables }, user.userId);
    return presentPipeline(await this.pipelineFacts.one(project.project, id), caller.baseUrl);
  }

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id', {
    summary: 'Get a pipeline',
    can: abilities.readPipeline,
    params: PipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async get(@Call() { project, params, caller }: CallOf<typeof PipelineParams>): Promise<PipelineView> {
    const fact = await this.pipelineFacts.one(project.project, params.pipeline_id);
    return presentPipeline(fact, caller.baseUrl);
  }
  @Endpoint.post('/projects/:id/pipelines/:pipeline_id/cancel', {
    summary: 'Cancel the jobs of a pipeline',
    can: abilities.updatePipeline,
    status: 200,
    params: PipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async cancel(@Call() { project, params, caller }: CallOf<typeof PipelineParams>): Promise<PipelineView> {
    await this.buildAccessFacts.requirePipeline(project, params.pipeline_id);
    await this.cancelPipeline.execute(project.project.id, params.pipeline_id);
    return presentPipeline(await this.pipelineFacts.one(project.project, params.pipeline_id), caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/pipelines/:pipeline_id/retry', {
    summary: 'Run the failed and canceled jobs of a pipeline again',
    can: abilities.updatePipeline,
    params: PipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async retry(@Call() { project, params, user, caller }: CallOf<typeof PipelineParams>): Promise<PipelineView> {
    const { protected: isProtected } = await this.buildAccessFacts.requirePipeline(project, params.pipeline_id);
    await this.retryPipeline.execute(project.project.id, params.pipeline_id, { userId: user.userId, isProtected });
    return presentPipeline(await this.pipelineFacts.one(project.project, params.pipeline_id), caller.baseUrl);
  }
}
