import { Controller } from '@nestjs/common';
import { PipelineBasicView, presentPipelineBasic } from '@hearth/contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PipelineNotFound } from '../refusals.js';
import { PipelineFacts } from './pipeline.facts.js';
import { PipelineParams, PipelinesParams, pipelineFilters } from './pipeline.params.js';
import { PipelineView, presentPipeline } from './pipeline.view.js';

@Controller()
export class PipelinesController {
  constructor(private readonly pipelineFacts: PipelineFacts) {}

  @Endpoint.get('/projects/:id/pipelines', {
    summary: 'List the pipelines of a project',
    can: abilities.readPipeline,
    params: PipelinesParams,
    returns: returns.page(PipelineBasicView),
  })
  async list(@Call() { project, params }: CallOf<typeof PipelinesParams>): Promise<Page<PipelineBasicView>> {
    const { page, per_page: perPage, name, username } = params;
    const person = { ...(name !== undefined && { name }), ...(username !== undefined && { username }) };
    const filters = pipelineFilters(params);
    const pipelines = await this.pipelineFacts.page(project.project.id, filters, person, { page, perPage });
    return pipelines.map(presentPipelineBasic);
  }

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id', {
    summary: 'Get a pipeline',
    can: abilities.readPipeline,
    params: PipelineParams,
    returns: returns.json(PipelineView),
    refuses: [PipelineNotFound],
  })
  async get(@Call() { project, params, caller }: CallOf<typeof PipelineParams>): Promise<PipelineView> {
    const fact = await this.pipelineFacts.one(project.project.id, params.pipeline_id);
    return presentPipeline(fact, caller.baseUrl);
  }
}
