import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PipelineNotFound } from '../refusals.js';
import { BridgeFacts } from './bridge.facts.js';
import { BridgesParams } from './bridge.params.js';
import { BridgeView, presentBridge } from './bridge.view.js';

@Controller()
export class BridgesController {
  constructor(private readonly bridgeFacts: BridgeFacts) {}

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id/bridges', {
    summary: 'List the jobs of a pipeline that start other pipelines',
    can: abilities.readBuild,
    params: BridgesParams,
    returns: returns.page(BridgeView),
    refuses: [PipelineNotFound],
  })
  async list(@Call() { project, params, caller }: CallOf<typeof BridgesParams>): Promise<Page<BridgeView>> {
    const { pipeline_id: pipelineId, scope: statuses, page, per_page: perPage } = params;
    const request = { page, perPage, statuses, retried: false, sort: 'desc' } as const;
    const bridges = await this.bridgeFacts.ofPipeline(project.project.id, pipelineId, request, caller.principal);
    const now = new Date();
    return bridges.map((fact) => presentBridge(fact, caller.baseUrl, now));
  }
}
