import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { PipelineFacts } from '../pipelines/pipeline.facts.js';
import { PipelineView, presentPipeline } from '../pipelines/pipeline.view.js';
import { RequestPipeline } from '../pipelines/request.js';
import { PipelineInvalid, TriggerTokenUnknown, VariableInvalid, VariablesNoTexts } from '../refusals.js';
import { RecordTriggerUse } from './record-use.js';
import { TriggerFacts } from './trigger.facts.js';
import { RunTriggerParams, variablesIn } from './trigger.params.js';

/** Endpoints authenticated by the token of a trigger alone. Its pipelines run with the present rights of its owner. */
@Controller()
export class TriggeredPipelinesController {
  constructor(
    private readonly triggerFacts: TriggerFacts,
    private readonly requestPipeline: RequestPipeline,
    private readonly recordTriggerUse: RecordTriggerUse,
    private readonly pipelineFacts: PipelineFacts,
  ) {}

  @Endpoint.post('/projects/:id/trigger/pipeline', {
    summary: 'Create a pipeline by the token of a trigger',
    anonymous: 'allowed',
    params: RunTriggerParams,
    returns: returns.json(PipelineView),
    refuses: [TriggerTokenUnknown, VariablesNoTexts, VariableInvalid, PipelineInvalid],
  })
  run(@Call() call: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    return this.make(call);
  }

  @Endpoint.post('/projects/:id/ref/:ref/trigger/pipeline', {
    summary: 'Create a pipeline of a ref by the token of a trigger',
    anonymous: 'allowed',
    params: RunTriggerParams,
    returns: returns.json(PipelineView),
    refuses: [TriggerTokenUnknown, VariablesNoTexts, VariableInvalid, PipelineInvalid],
  })
  runOnRef(@Call() call: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    return this.make(call);
  }

  private async make({ params, caller }: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    const variables = variablesIn(params);
    const { id: triggerId, projectId, ownerId } = await this.triggerFacts.byToken(params.id, params.token);
    const { id, project } = await this.requestPipeline.inNameOf(ownerId, projectId, {
      ref: params.ref,
      source: 'trigger',
      variables,
    });
    await this.recordTriggerUse.execute(triggerId);
    return presentPipeline(await this.pipelineFacts.one(project, id), caller.baseUrl);
  }
}
