import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { NewResourceEvent, ResourceEvent, ResourceEventKind } from './resource-event.rules.js';

/** SQL of the events of a service: a table `resource_events` with a column for its kind of record. */
@Injectable()
export class ResourceEventsStore {
  private readonly columns: string;

  /** @param column foreign key column of the record */
  constructor(private readonly column: 'issue_id' | 'merge_request_id') {
    this.columns = `e.id, e.${column} as "resourceId", e.user_id as "userId", e.kind, e.action, e.subject_id as "subjectId", e.state,
      e.created_at as "createdAt"`;
  }

  async insert(tx: Tx, resourceId: number, userId: UserId, events: readonly NewResourceEvent[]): Promise<void> {
    if (events.length === 0) return;
    const text = `insert into resource_events (${this.column}, user_id, kind, action, subject_id, state)
      select $1, $2, kind, action, subject_id, state
      from unnest($3::text[], $4::text[], $5::bigint[], $6::text[])
        with ordinality as given (kind, action, subject_id, state, place) order by place`;
    await tx.prepared(text, [
      ...[resourceId, userId, events.map(({ kind }) => kind), events.map(({ action }) => action)],
      ...[events.map(({ subjectId }) => subjectId), events.map(({ state }) => state)],
    ]);
  }

  /** Events of one kind of a record, the oldest first. */
  page(db: Db, resourceId: number, kind: ResourceEventKind, request: PageRequest): Promise<Page<ResourceEvent>> {
    const rows = (parameter: Parameter) =>
      `from resource_events e where e.${this.column} = ${parameter(resourceId)} and e.kind = ${parameter(kind)}`;
    return readPage<ResourceEvent>(db, request, plainList({ columns: this.columns, rows, order: 'e.id' }));
  }

  async find(db: Db, resourceId: number, kind: ResourceEventKind, id: number): Promise<ResourceEvent | undefined> {
    const text = `select ${this.columns} from resource_events e where e.${this.column} = $1 and e.kind = $2 and e.id = $3`;
    const [event] = await db.prepared<ResourceEvent & Row>(text, [resourceId, kind, id]);
    return event;
  }
}
