import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { PipelineFacts } from '../pipelines/pipeline.facts.js';
import { PipelineView, presentPipeline } from '../pipelines/pipeline.view.js';
import { RequestPipeline, type RequestedPipeline } from '../pipelines/request.js';
import { PipelineInvalid, TriggerTokenUnknown, VariableInvalid, VariablesNoTexts } from '../refusals.js';
import { JobRequestFacts, type JobRequest } from './job-request.facts.js';
import { RecordTriggerUse } from './record-use.js';
import { TriggerFacts } from './trigger.facts.js';
import { RunTriggerParams, variablesIn } from './trigger.params.js';

/** Endpoints authenticated by the token of a trigger, or of a running job, alone. The pipelines run with the present rights of the trigger's owner, or the job's user. */
@Controller()
export class TriggeredPipelinesController {
  constructor(
    private readonly triggerFacts: TriggerFacts,
    private readonly requestPipeline: RequestPipeline,
    private readonly jobRequestFacts: JobRequestFacts,
    private readonly recordTriggerUse: RecordTriggerUse,
    private readonly pipelineFacts: PipelineFacts,
  ) {}

  @Endpoint.post('/projects/:id/trigger/pipeline', {
    summary: 'Create a pipeline by the token of a trigger or a running job',
    anonymous: 'allowed',
    params: RunTriggerParams,
    returns: returns.json(PipelineView),
    refuses: [TriggerTokenUnknown, VariablesNoTexts, VariableInvalid, PipelineInvalid],
  })
  run(@Call() call: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    return this.make(call);
  }

  @Endpoint.post('/projects/:id/ref/:ref/trigger/pipeline', {
    summary: 'Create a pipeline of a ref by the token of a trigger or a running job',
    anonymous: 'allowed',
    params: RunTriggerParams,
    returns: returns.json(PipelineView),
    refuses: [TriggerTokenUnknown, VariablesNoTexts, VariableInvalid, PipelineInvalid],
  })
  runOnRef(@Call() call: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    return this.make(call);
  }

  private async make({ params, caller }: CallOf<typeof RunTriggerParams>): Promise<PipelineView> {
    const { id: reference, ref, token, inputs } = params;
    const asked = { ref, variables: variablesIn(params), inputs };
    const trigger = await this.triggerFacts.byToken(reference, token);
    const { id, project } = trigger
      ? await this.requestPipeline.inNameOf(trigger.ownerId, trigger.projectId, { ...asked, source: 'trigger' })
      : await this.requestByJob(await this.jobRequestFacts.of(reference, token), asked);
    if (trigger) await this.recordTriggerUse.execute(trigger.id);
    return presentPipeline(await this.pipelineFacts.one(project, id), caller.baseUrl);
  }

  private requestByJob(
    { access, principal, upstream }: JobRequest,
    requested: Pick<RequestedPipeline, 'ref' | 'variables' | 'inputs'>,
  ) {
    return this.requestPipeline.withAccess(access, { ...requested, source: 'pipeline', upstream }, principal);
  }
}
