import { Controller, type Type } from '@nestjs/common';
import type { Ability } from '@hearth/access';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, pageRequest, returns, type CallOf, type EndpointCall, type Page } from '@hearth/http';
import { ResourceEventFacts } from './resource-event.facts.js';
import { eventParams } from './resource-event.params.js';
import type { ResourceEventKind } from './resource-event.rules.js';
import {
  ResourceLabelEventView,
  ResourceMilestoneEventView,
  ResourceStateEventView,
  presentLabelEvent,
  presentMilestoneEvent,
  presentStateEvent,
  type DescribedEvent,
  type ResourceType,
} from './resource-event.view.js';
import { ResourceEventNotFound } from './resource-events.js';

/** Declaration of the endpoints of the events of one kind of record. */
export interface ResourceEventsOptions {
  readonly type: ResourceType;
  /** The record's name in the documentation, with its article. */
  readonly record: string;
  /** Path of the record below `/projects/:id`, with `segment`. */
  readonly path: string;
  readonly segment: string;
  /** Ability required to read the record. */
  readonly read: Ability;
  /** The record does not exist, or is hidden from the caller. */
  readonly notFound: AnyRefusalDefinition;
}

/** Creates the endpoints of the events of one kind of record: changes of labels, milestone and state. */
export function resourceEventsController(options: ResourceEventsOptions): Type<object> {
  const { type, record, path, segment, read, notFound } = options;
  const Params = eventParams(segment);
  const at = `/projects/:id/${path}` as const;
  const list = { can: read, params: Params.list, refuses: [notFound] };
  const one = { can: read, params: Params.one, refuses: [notFound, ResourceEventNotFound] };
  type ListCall = CallOf<typeof Params.list>;
  type OneCall = CallOf<typeof Params.one>;

  @Controller()
  class ResourceEventsController {
    constructor(private readonly resourceEventFacts: ResourceEventFacts) {}

    @Endpoint.get(`${at}/resource_label_events`, {
      ...list,
      summary: `List the label events of ${record}`,
      returns: returns.page(ResourceLabelEventView),
    })
    async labels(@Call() call: ListCall): Promise<Page<ResourceLabelEventView>> {
      return (await this.page(call, 'label')).map((event) => presentLabelEvent(event, type, call.caller.baseUrl));
    }

    @Endpoint.get(`${at}/resource_label_events/:event_id`, {
      ...one,
      summary: `Get a label event of ${record}`,
      returns: returns.json(ResourceLabelEventView),
    })
    async label(@Call() call: OneCall): Promise<ResourceLabelEventView> {
      return presentLabelEvent(await this.one(call, 'label'), type, call.caller.baseUrl);
    }

    @Endpoint.get(`${at}/resource_milestone_events`, {
      ...list,
      summary: `List the milestone events of ${record}`,
      returns: returns.page(ResourceMilestoneEventView),
    })
    async milestones(@Call() call: ListCall): Promise<Page<ResourceMilestoneEventView>> {
      return (await this.page(call, 'milestone')).map((event) =>
        presentMilestoneEvent(event, type, call.caller.baseUrl),
      );
    }

    @Endpoint.get(`${at}/resource_milestone_events/:event_id`, {
      ...one,
      summary: `Get a milestone event of ${record}`,
      returns: returns.json(ResourceMilestoneEventView),
    })
    async milestone(@Call() call: OneCall): Promise<ResourceMilestoneEventView> {
      return presentMilestoneEvent(await this.one(call, 'milestone'), type, call.caller.baseUrl);
    }

    @Endpoint.get(`${at}/resource_state_events`, {
      ...list,
      summary: `List the state events of ${record}`,
      returns: returns.page(ResourceStateEventView),
    })
    async states(@Call() call: ListCall): Promise<Page<ResourceStateEventView>> {
      return (await this.page(call, 'state')).map((event) => presentStateEvent(event, type, call.caller.baseUrl));
    }

    @Endpoint.get(`${at}/resource_state_events/:event_id`, {
      ...one,
      summary: `Get a state event of ${record}`,
      returns: returns.json(ResourceStateEventView),
    })
    async state(@Call() call: OneCall): Promise<ResourceStateEventView> {
      return presentStateEvent(await this.one(call, 'state'), type, call.caller.baseUrl);
    }

    private page(call: ListCall, kind: ResourceEventKind): Promise<Page<DescribedEvent>> {
      return this.resourceEventFacts.page(
        call,
        this.iid(call),
        kind,
        pageRequest(call.params, { by: 'id', sort: 'asc' }),
      );
    }

    private one(call: OneCall, kind: ResourceEventKind): Promise<DescribedEvent> {
      return this.resourceEventFacts.one(call, this.iid(call), kind, call.params.event_id);
    }

    private iid({ params }: EndpointCall<object>): number {
      return (params as Readonly<Record<string, number>>)[segment]!;
    }
  }
  return ResourceEventsController;
}
