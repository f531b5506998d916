import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { DeliveryFacts } from './delivery.facts.js';
import { DeliveryParams, ListDeliveriesParams, TestHookParams } from './delivery.params.js';
import { HookEventView, QUEUED, QueuedView, presentHookEvent } from './delivery.view.js';
import { ResendDelivery } from './resend.js';
import { TestHook } from './test.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveryFacts: DeliveryFacts,
    private readonly testHook: TestHook,
    private readonly resendDelivery: ResendDelivery,
  ) {}

  @Endpoint.post('/projects/:id/hooks/:hook_id/test/:trigger', {
    summary: 'Call a webhook with the newest commits',
    can: abilities.manageHook,
    params: TestHookParams,
    returns: returns.json(QueuedView),
    refuses: [RecordNotFound, HookNotTested],
  })
  async test(@Call() { params, project, user }: CallOf<typeof TestHookParams>): Promise<QueuedView> {
    await this.testHook.execute(project.project.id, params.hook_id, params.trigger, user);
    return QUEUED;
  }

  @Endpoint.get('/projects/:id/hooks/:hook_id/events', {
    summary: 'List the deliveries of a webhook in the last seven days',
    can: abilities.manageHook,
    params: ListDeliveriesParams,
    returns: returns.page(HookEventView),
    refuses: [RecordNotFound],
  })
  async list(@Call() { params, project }: CallOf<typeof ListDeliveriesParams>): Promise<Page<HookEventView>> {
    const request = { page: params.page, perPage: params.per_page };
    return (await this.deliveryFacts.page(project.project.id, params.hook_id, request)).map(presentHookEvent);
  }

  @Endpoint.post('/projects/:id/hooks/:hook_id/events/:hook_event_id/resend', {
    summary: 'Deliver an event to a webhook again',
    can: abilities.manageHook,
    params: DeliveryParams,
    returns: returns.json(QueuedView),
    refuses: [RecordNotFound],
  })
  async resend(@Call() { params, project, user }: CallOf<typeof DeliveryParams>): Promise<QueuedView> {
    await this.resendDelivery.execute(project.project.id, params.hook_id, params.hook_event_id, user);
    return QUEUED;
  }
}
