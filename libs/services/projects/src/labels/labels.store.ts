import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Label } from '@hearth/projects-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { isReadable } from '../issues/confidential.finder.js';
import type { IssueCaller } from '../issues/issue.rules.js';
import type { LabelReference } from './label.rules.js';

/** Fields of a label that users can set. */
export interface LabelColumns {
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
  /** Place among the prioritized labels; null for a label without priority. */
  readonly priority: number | null;
}

/** Label as a complete record. */
export interface LabelRecord extends LabelColumns, Row {
  readonly id: number;
  /** Number of issues that the caller may read. */
  readonly openIssues: number;
  readonly closedIssues: number;
  readonly subscribed: boolean;
}

/** Label with the facts that a write needs, locked. */
export interface LockedLabel extends LabelColumns, Row {
  readonly id: number;
  readonly updatedAt: Date;
}

/** The caller is $2 to $3; `l` is a label. */
const RECORD = `l.id, l.name, l.color, l.description, l.priority,
  issues.open::int as "openIssues", issues.closed::int as "closedIssues",
  exists (select from label_subscriptions s where s.label_id = l.id and s.user_id = $2::bigint) as subscribed`;
const ISSUES = `cross join lateral (
  select count(*) filter (where i.state = 'opened') as open, count(*) filter (where i.state = 'closed') as closed
  from issue_labels held join issues i on i.id = held.issue_id
  where held.label_id = l.id and ${isReadable('i', { user: '$2::bigint', readsAll: '$3::boolean' })}) issues`;

const LIST = `select ${RECORD} from (
    select * from labels where project_id = $1 order by name, id limit $4 offset $5) l ${ISSUES} order by l.name, l.id`;
const COUNT = 'select count(*)::int as count from (select from labels where project_id = $1 limit $2) counted';
const REFERRED = `select id from labels where project_id = $1 and (id = $4::bigint or name = $5)
    order by id = $4::bigint desc nulls last limit 1`;
const ONE = `select ${RECORD} from labels l ${ISSUES} where l.id = (${REFERRED})`;

const COLUMNS = 'id, name, color, description, priority, updated_at as "updatedAt"';
const LOCK = `select ${COLUMNS} from labels where id = (
    select id from labels where project_id = $1 and (id = $2::bigint or name = $3) order by id = $2::bigint desc nulls last limit 1)
  for update`;
const INSERT = `insert into labels (project_id, name, color, description, priority) values ($1, $2, $3, $4, $5)
  on conflict (project_id, name) do nothing returning id`;
const UPDATE = `update labels set name = $2, color = $3, description = $4, priority = $5, updated_at = now() where id = $1`;

/** Colour of labels that are created because a record references them. */
const DEFAULT_COLOR = '#428BCA';
const INSERT_MANY = `insert into labels (project_id, name, color) select $1, unnest($2::text[]), $3
  on conflict (project_id, name) do nothing`;
const NAMED = `select id, name from labels where project_id = $1 and (name = any ($2::text[]) or id = any ($3::bigint[]))
  order by name`;
const BY_IDS = 'select id, name from labels where id = any ($1::bigint[]) order by name, id';

/** All SQL about labels, apart from their use by issues. */
@Injectable()
export class LabelsStore {
  /** Returns a page of the project's labels, ordered by name. */
  page(db: Db, projectId: ProjectId, caller: IssueCaller, request: PageRequest): Promise<Page<LabelRecord>> {
    return readPage(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, caller.id, caller.readsAll, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, most]],
    });
  }

  async find(
    db: Db,
    projectId: ProjectId,
    caller: IssueCaller,
    { id, name }: LabelReference,
  ): Promise<LabelRecord | undefined> {
    const [label] = await db.prepared<LabelRecord>(ONE, [projectId, caller.id, caller.readsAll, id, name]);
    return label;
  }

  async lock(tx: Tx, projectId: ProjectId, { id, name }: LabelReference): Promise<LockedLabel | undefined> {
    const [label] = await tx.prepared<LockedLabel>(LOCK, [projectId, id, name]);
    return label;
  }

  /** @returns its id; null when the project has a label with that name */
  async insert(tx: Tx, projectId: ProjectId, label: LabelColumns): Promise<number | null> {
    const { name, color, description, priority } = label;
    const [row] = await tx.prepared<{ id: number }>(INSERT, [projectId, name, color, description, priority]);
    return row?.id ?? null;
  }

  /** @returns whether another label of the project has that name */
  async isTaken(tx: Tx, projectId: ProjectId, name: string, id: number): Promise<boolean> {
    const rows = await tx.prepared('select from labels where project_id = $1 and name = $2 and id <> $3', [
      projectId,
      name,
      id,
    ]);
    return rows.length > 0;
  }

  async update(tx: Tx, id: number, { name, color, description, priority }: LabelColumns): Promise<void> {
    await tx.prepared(UPDATE, [id, name, color, description, priority]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from labels where id = $1', [id]);
  }

  /** @returns whether anything changed */
  async subscribe(tx: Tx, id: number, userId: UserId): Promise<boolean> {
    const rows = await tx.prepared(
      'insert into label_subscriptions (label_id, user_id) values ($1, $2) on conflict do nothing returning label_id',
      [id, userId],
    );
    return rows.length > 0;
  }

  /** @returns whether anything changed */
  async unsubscribe(tx: Tx, id: number, userId: UserId): Promise<boolean> {
    const rows = await tx.prepared(
      'delete from label_subscriptions where label_id = $1 and user_id = $2 returning label_id',
      [id, userId],
    );
    return rows.length > 0;
  }

  /** Labels of the project with these names, ordered by name; missing ones are created. @param names valid, without duplicates */
  async ensure(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<Label[]> {
    const known = await this.named(tx, projectId, { names });
    if (known.length === names.length) return known;
    const missing = names.filter((name) => !known.some((label) => label.name === name));
    // All writers insert in the same order, so that two of them do not deadlock.
    await tx.prepared(INSERT_MANY, [projectId, missing.sort(), DEFAULT_COLOR]);
    return this.named(tx, projectId, { names });
  }

  /** Labels of the project with these names or ids, ordered by name. */
  named(
    db: Db,
    projectId: ProjectId,
    { names, ids = [] }: { names: readonly string[]; ids?: readonly number[] },
  ): Promise<Label[]> {
    if (names.length + ids.length === 0) return Promise.resolve([]);
    return db.prepared<Label & Row>(NAMED, [projectId, names, ids]);
  }

  /** Labels with these ids, of any projects, ordered by name. */
  byIds(db: Db, ids: readonly number[]): Promise<Label[]> {
    return db.prepared<Label & Row>(BY_IDS, [ids]);
  }
}
