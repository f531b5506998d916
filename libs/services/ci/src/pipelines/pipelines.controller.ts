import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { PipelineInvalid, PipelineNotFound, VariableInvalid } from '../refusals.js';
import { PipelineFacts } from './pipeline.facts.js';
import {
  CreatePipelineParams,
  LatestPipelineParams,
  PipelineParams,
  PipelinesParams,
  UpdatePipelineParams,
  pipelineFilters,
} from './pipeline.params.js';
import { PipelineVariableView, presentPipelineVariable } from '../variables/pipeline-variable.view.js';
import { PipelineRowView, PipelineView, presentPipeline, presentPipelineRow } from './pipeline.view.js';
import { CancelPipeline } from './cancel.js';
import { DeletePipeline } from './delete.js';
import { RequestPipeline } from './request.js';
import { RetryPipeline } from './retry.js';
import { UpdatePipeline } from './update.js';
import { VariableFacts } from '../variables/variable.facts.js';

@Controller()
export class PipelinesController {
  constructor(
    private readonly pipelineFacts: PipelineFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly requestPipeline: RequestPipeline,
    private readonly cancelPipeline: CancelPipeline,
    private readonly retryPipeline: RetryPipeline,
    private readonly deletePipeline: DeletePipeline,
    private readonly updatePipeline: UpdatePipeline,
    private readonly variableFacts: VariableFacts,
  ) {}

  @Endpoint.get('/projects/:id/pipelines', {
    summary: 'List the pipelines of a project',
    can: abilities.readPipeline,
    params: PipelinesParams,
    returns: returns.page(PipelineRowView),
  })
  async list(@Call() { project, params, caller }: CallOf<typeof PipelinesParams>): Promise<Page<PipelineRowView>> {
    const { page, per_page: perPage, name, username } = params;
    const person = { ...(name !== undefined && { name }), ...(username !== undefined && { username }) };
    const filters = pipelineFilters(params);
    const pipelines = await this.pipelineFacts.page(project.project.id, filters, person, { page, perPage });
    const projectUrl = `${caller.baseUrl}/${project.project.fullPath}`;
    return pipelines.map((pipeline) => presentPipelineRow(pipeline, projectUrl));
  }

  @Endpoint.post('/projects/:id/pipeline', {
    summary: 'Create a pipeline for a branch or tag',
    can: abilities.createPipeline,
    params: CreatePipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineInvalid, VariableInvalid],
  })
  async create(@Call() { project, params, user, caller }: CallOf<typeof CreatePipelineParams>): Promise<PipelineView> {
    const { ref, variables: given = [], inputs } = params;
    const variables = given.map(({ variable_type: type, ...variable }) => ({ ...variable, file: type === 'file' }));
    const requested = { ref, source: 'api', variables, inputs } as const;
    const id = await this.requestPipeline.execute(project, requested, user.userId);
    return presentPipeline(await this.pipelineFacts.one(project.project, id), caller.baseUrl);
  }

  @Endpoint.get('/projects/:id/pipelines/latest', {
    summary: 'Get the newest pipeline of the commit that a branch or tag is at',
    can: abilities.readPipeline,
    params: LatestPipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async latest(@Call() { project, params, caller }: CallOf<typeof LatestPipelineParams>): Promise<PipelineView> {
    return presentPipeline(await this.pipelineFacts.latest(project.project, params.ref), caller.baseUrl);
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

  @Endpoint.put('/projects/:id/pipelines/:pipeline_id/metadata', {
    summary: 'Change the name of a pipeline',
    can: abilities.updatePipeline,
    jobTokens: true,
    params: UpdatePipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async update(@Call() { project, params, caller }: CallOf<typeof UpdatePipelineParams>): Promise<PipelineView> {
    const { pipeline_id: id, name } = params;
    await this.buildAccessFacts.requirePipeline(project, id);
    await this.updatePipeline.execute(project.project.id, id, name);
    return presentPipeline(await this.pipelineFacts.one(project.project, id), caller.baseUrl);
  }

  @Endpoint.delete('/projects/:id/pipelines/:pipeline_id', {
    summary: 'Delete a pipeline with its jobs',
    can: abilities.destroyPipeline,
    params: PipelineParams,
    returns: returns.empty,
    refuses: [PipelineNotFound],
  })
  delete(@Call() { project, params, unlessModified }: CallOf<typeof PipelineParams>): Promise<void> {
    return this.deletePipeline.execute(project.project.id, params.pipeline_id, unlessModified);
  }

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id/variables', {
    summary: 'List the variables that a pipeline was created with',
    can: abilities.readPipelineVariable,
    params: PipelineParams,
    returns: returns.json(z.array(PipelineVariableView)),
    refuses: [PipelineNotFound],
  })
  async variables(@Call() { project, params }: CallOf<typeof PipelineParams>): Promise<PipelineVariableView[]> {
    await this.buildAccessFacts.requirePipeline(project, params.pipeline_id);
    return (await this.variableFacts.ofPipeline(params.pipeline_id)).map(presentPipelineVariable);
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
