import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Page, type EndpointCall, type PageRequest } from '@hearth/http';
import type { ResourceEvent, ResourceEventKind } from './resource-event.rules.js';
import type { DescribedEvent } from './resource-event.view.js';
import { ResourceEventNotFound, ResourceEvents } from './resource-events.js';
import { ResourceEventsStore } from './resource-events.store.js';

/** Events of a record with their users, labels and milestones. */
@Injectable()
export class ResourceEventFacts {
  constructor(
    private readonly db: Database,
    private readonly resourceEventsStore: ResourceEventsStore,
    private readonly resourceEvents: ResourceEvents,
  ) {}

  async page(
    call: EndpointCall<object>,
    iid: number,
    kind: ResourceEventKind,
    request: PageRequest,
  ): Promise<Page<DescribedEvent>> {
    const resourceId = await this.resourceEvents.resourceId(call, iid);
    const page = await this.resourceEventsStore.page(this.db, resourceId, kind, request);
    return new Page(await this.described(kind, page.items), request, page.total);
  }

  /** @throws ResourceEventNotFound */
  async one(call: EndpointCall<object>, iid: number, kind: ResourceEventKind, id: number): Promise<DescribedEvent> {
    const resourceId = await this.resourceEvents.resourceId(call, iid);
    const event = await this.resourceEventsStore.find(this.db, resourceId, kind, id);
    if (!event) throw ResourceEventNotFound();
    const [described] = await this.described(kind, [event]);
    return described!;
  }

  private async described(kind: ResourceEventKind, events: readonly ResourceEvent[]): Promise<DescribedEvent[]> {
    const users = unique(events.map(({ userId }) => userId));
    const subjects = unique(events.map(({ subjectId }) => subjectId));
    const [people, labels, milestones] = await Promise.all([
      users.length === 0 ? new Map<number, never>() : this.resourceEvents.users(users),
      kind === 'label' && subjects.length > 0 ? this.resourceEvents.labels(subjects) : [],
      kind === 'milestone' && subjects.length > 0 ? this.resourceEvents.milestones(subjects) : [],
    ]);
    const labelsById = new Map(labels.map((label) => [label.id, label] as const));
    const milestonesById = new Map(milestones.map((milestone) => [milestone.id, milestone] as const));
    return events.map((event) => ({
      event,
      user: (event.userId !== null && people.get(event.userId)) || null,
      label: (event.subjectId !== null && labelsById.get(event.subjectId)) || null,
      milestone: (event.subjectId !== null && milestonesById.get(event.subjectId)) || null,
    }));
  }
}

function unique<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))];
}
