import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { deliveryParams, type DeliveryParams } from './delivery.params.js';
import { QUEUED, QueuedView } from './delivery.view.js';
import { TestHook } from './test.js';

/** Builds the endpoint that tests a hook, which is the same for projects and groups. */
function hookTestsController(kind: MemberSourceKind): Type<object> {
  const Params = deliveryParams(kind);

  @Controller()
  class HookTestsController {
    constructor(private readonly testHook: TestHook) {}

    @Endpoint.post(`/${kind}s/:id/hooks/:hook_id/test/:trigger`, {
      summary: `Call a webhook of a ${kind} with the newest commits or record`,
      can: hookAbilities[kind].manage,
      params: Params.test,
      returns: returns.json(QueuedView),
      refuses: [RecordNotFound, HookNotTested],
    })
    async test(@Call() call: CallOf<DeliveryParams['test']>): Promise<QueuedView> {
      const { hook_id: id, trigger } = call.params;
      await this.testHook.execute({ source: memberSourceOf(kind, call), id }, trigger, call.user);
      return QUEUED;
    }
  }
  return HookTestsController;
}

export class ProjectHookTestsController extends hookTestsController('project') {}
export class GroupHookTestsController extends hookTestsController('group') {}
