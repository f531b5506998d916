import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { RecordNotFound } from '../refusals.js';
import { DeliveryFacts } from './delivery.facts.js';
import { deliveryParams, type DeliveryParams } from './delivery.params.js';
import { HookEventView, QUEUED, QueuedView, presentHookEvent } from './delivery.view.js';
import { ResendDelivery } from './resend.js';

/** Builds the endpoints of deliveries, which are the same for hooks of projects and groups. */
function deliveriesController(kind: MemberSourceKind): Type<object> {
  const { manage } = hookAbilities[kind];
  const Params = deliveryParams(kind);
  const at = `/${kind}s/:id/hooks/:hook_id/events`;

  @Controller()
  class DeliveriesController {
    constructor(
      private readonly deliveryFacts: DeliveryFacts,
      private readonly resendDelivery: ResendDelivery,
    ) {}

    @Endpoint.get(at, {
      summary: `List the deliveries of a webhook of a ${kind} in the last seven days`,
      can: manage,
      params: Params.list,
      returns: returns.page(HookEventView),
      refuses: [RecordNotFound],
    })
    async list(@Call() call: CallOf<DeliveryParams['list']>): Promise<Page<HookEventView>> {
      const { page, per_page: perPage, hook_id: id } = call.params;
      const hookAt = { source: memberSourceOf(kind, call), id };
      return (await this.deliveryFacts.page(hookAt, { page, perPage })).map(presentHookEvent);
    }

    @Endpoint.post(`${at}/:hook_event_id/resend`, {
      summary: `Deliver an event to a webhook of a ${kind} again`,
      can: manage,
      params: Params.delivery,
      returns: returns.json(QueuedView),
      refuses: [RecordNotFound],
    })
    async resend(@Call() call: CallOf<DeliveryParams['delivery']>): Promise<QueuedView> {
      const { hook_id: id, hook_event_id: deliveryId } = call.params;
      await this.resendDelivery.execute({ source: memberSourceOf(kind, call), id }, deliveryId, call.user);
      return QUEUED;
    }
  }
  return DeliveriesController;
}

export class ProjectDeliveriesController extends deliveriesController('project') {}
export class GroupDeliveriesController extends deliveriesController('group') {}
