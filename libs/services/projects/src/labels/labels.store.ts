import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Label, LabelCard } from '@hearth/projects-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { matches, readPage, statement, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { containingGroups } from '../access/containing-groups.finder.js';
import { isReadable } from '../issues/confidential.finder.js';
import type { IssueCaller } from '../issues/issue.rules.js';
import type { MemberSource, MemberSourceKind } from '../members/membership.rules.js';
import type { LabelReference } from './label.rules.js';

/** Fields of a label that users can set. */
export interface LabelColumns {
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
  /** Place among the prioritized labels of a project; null for a label without priority, and for labels of groups. */
  readonly priority: number | null;
}

/** Label as a complete record. */
export interface LabelRecord extends LabelColumns, Row {
  readonly id: number;
  /** Whether it belongs to a project. */
  readonly isOfProject: boolean;
  readonly subscribed: boolean;
}

/** Label with the issues of one project. */
export interface ProjectLabelRecord extends LabelRecord {
  /** Number of issues that the caller may read. */
  readonly openIssues: number;
  readonly closedIssues: number;
}

/** Label with the facts that a write needs, locked. */
export interface LockedLabel extends LabelColumns, Row {
  readonly id: number;
  readonly updatedAt: Date;
}

/** Filters of a list of labels. */
export interface LabelFilters {
  /** Whether labels of the groups around are included. */
  readonly withAncestors: boolean;
  readonly search?: Search | undefined;
}

/** Labels that a reference is looked up among: those of the project or group, or those of the groups around it too. */
export type LabelScope = 'own' | 'around';

const HOLDERS = { project: 'project_id', group: 'namespace_id' } as const;

/** SQL condition: the label `l` belongs to the project or group, or with the scope `around` to a group that contains it. @param id SQL of its id */
function isIn(kind: MemberSourceKind, scope: LabelScope, id: string): string {
  const own = `l.${HOLDERS[kind]} = ${id}`;
  return scope === 'own' ? own : `(${own} or l.namespace_id = any (${containingGroups(kind, id)}))`;
}

/** SQL of the group of a label `l`, and the order in which labels of one name count: the project's own, then that of the nearest group. */
const GROUP = 'left join namespaces held_by on held_by.id = l.namespace_id';
const NEAREST = 'cardinality(held_by.ancestor_ids) desc nulls first';

/** SQL of the id of one label. @param $1 the project or group; the id and the name are the parameters `id` and `name` */
function referred(kind: MemberSourceKind, scope: LabelScope, id: string, name: string): string {
  return `select l.id from labels l ${GROUP} where ${isIn(kind, scope, '$1::bigint')} and (l.id = ${id}::bigint or l.name = ${name})
    order by l.id = ${id}::bigint desc nulls last, ${NEAREST} limit 1`;
}

function record(user: string): string {
  return `l.id, l.name, l.color, l.description, l.priority, l.project_id is not null as "isOfProject",
    exists (select from label_subscriptions s where s.label_id = l.id and s.user_id = ${user}) as subscribed`;
}

const COUNTS = `count(*) filter (where i.state = 'opened') as open, count(*) filter (where i.state = 'closed') as closed`;
const NUMBERS = 'coalesce(numbers.open, 0)::int as "openIssues", coalesce(numbers.closed, 0)::int as "closedIssues"';
/**
 * Source of the numbers of issues of one project that have the label `l`. `offset 0` has each issue of the label looked up: PostgreSQL would
 * read all issues of the project.
 */
function issuesOf(project: string, caller: { user: string; readsAll: string }): string {
  return `cross join lateral (
    select ${COUNTS} from issue_labels held cross join lateral (
      select counted.id, counted.project_id, counted.state, counted.confidential, counted.author_id
      from issues counted where counted.id = held.issue_id offset 0) i
    where held.label_id = l.id and i.project_id = ${project} and ${isReadable('i', caller)}) numbers`;
}

const CALLER = { user: '$2::bigint', readsAll: '$3::boolean' };
const ONE_OF_PROJECT = `select ${record(CALLER.user)}, ${NUMBERS} from labels l ${issuesOf('$1::bigint', CALLER)}
  where l.id = (${referred('project', 'around', '$4', '$5')})`;
const ONE_OF_GROUP = `select ${record('$2::bigint')} from labels l where l.id = (${referred('group', 'around', '$3', '$4')})`;

const COLUMNS = 'id, name, color, description, priority, updated_at as "updatedAt"';
const UPDATE = `update labels set name = $2, color = $3, description = $4, priority = $5, updated_at = now() where id = $1`;
/** Colour of labels that are created because a record references them. */
const DEFAULT_COLOR = '#428BCA';
const INSERT_MANY = `insert into labels (project_id, name, color) select $1, unnest($2::text[]), $3
  on conflict (project_id, name) do nothing`;
/** One label for each name. A label that is found by its id comes before others of its name. */
const NAMED = `select distinct on (l.name) l.id, l.name from labels l ${GROUP}
  where l.id = any ($3::bigint[]) or (l.name = any ($2::text[]) and ${isIn('project', 'around', '$1::bigint')})
  order by l.name, l.id = any ($3::bigint[]) desc, ${NEAREST}`;
const BY_IDS = 'select id, name, color, description from labels where id = any ($1::bigint[]) order by name, id';

/** All SQL about labels, apart from their use by issues. */
@Injectable()
export class LabelsStore {
  /** Returns a page of the labels of a project, those of its groups included, ordered by name. */
  pageOfProject(
    db: Db,
    projectId: ProjectId,
    caller: IssueCaller,
    filters: LabelFilters,
    request: PageRequest,
  ): Promise<Page<ProjectLabelRecord>> {
    return readPage(db, request, {
      page: (page) =>
        statement((parameter) => {
          const user = `${parameter(caller.id)}::bigint`;
          const reader = { user, readsAll: `${parameter(caller.readsAll)}::boolean` };
          return `with page as materialized (${pageOf({ kind: 'project', id: projectId }, filters, page, parameter)}),
            numbers as (select held.label_id, ${COUNTS} from issue_labels held join issues i on i.id = held.issue_id
              where held.label_id = any (array(select id from page)) and i.project_id = ${parameter(projectId)}::bigint and ${isReadable('i', reader)}
              group by held.label_id)
            select ${record(user)}, ${NUMBERS} from page l left join numbers on numbers.label_id = l.id order by l.name, l.id`;
        }),
      count: (most) => count({ kind: 'project', id: projectId }, filters, most),
    });
  }

  /** Returns a page of the labels of a group, those of its ancestors included, ordered by name. */
  pageOfGroup(
    db: Db,
    groupId: number,
    userId: UserId,
    filters: LabelFilters,
    request: PageRequest,
  ): Promise<Page<LabelRecord>> {
    return readPage(db, request, {
      page: (page) =>
        statement((parameter) => {
          const found = pageOf({ kind: 'group', id: groupId }, filters, page, parameter);
          return `select ${record(`${parameter(userId)}::bigint`)} from (${found}) l order by l.name, l.id`;
        }),
      count: (most) => count({ kind: 'group', id: groupId }, filters, most),
    });
  }

  async findInProject(
    db: Db,
    projectId: ProjectId,
    caller: IssueCaller,
    { id, name }: LabelReference,
  ): Promise<ProjectLabelRecord | undefined> {
    const values = [projectId, caller.id, caller.readsAll, id, name];
    const [label] = await db.prepared<ProjectLabelRecord>(ONE_OF_PROJECT, values);
    return label;
  }

  async findInGroup(
    db: Db,
    groupId: number,
    userId: UserId,
    { id, name }: LabelReference,
  ): Promise<LabelRecord | undefined> {
    const [label] = await db.prepared<LabelRecord>(ONE_OF_GROUP, [groupId, userId, id, name]);
    return label;
  }

  /** @returns undefined where there is none; `own` keeps writes from labels of the groups around */
  async lock(
    tx: Tx,
    { kind, id: holderId }: MemberSource,
    { id, name }: LabelReference,
    scope: LabelScope,
  ): Promise<LockedLabel | undefined> {
    const text = `select ${COLUMNS} from labels where id = (${referred(kind, scope, '$2', '$3')}) for update`;
    const [label] = await tx.prepared<LockedLabel>(text, [holderId, id, name]);
    return label;
  }

  /** @returns its id; null when the project or group has a label with that name */
  async insert(tx: Tx, { kind, id }: MemberSource, label: LabelColumns): Promise<number | null> {
    const { name, color, description, priority } = label;
    const text = `insert into labels (${HOLDERS[kind]}, name, color, description, priority) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning id`;
    const [row] = await tx.prepared<{ id: number }>(text, [id, name, color, description, priority]);
    return row?.id ?? null;
  }

  /** @returns whether another label of the project or group, or of a group around it, has that name */
  async isTaken(tx: Tx, { kind, id }: MemberSource, name: string, self: number | null): Promise<boolean> {
    const text = `select from labels l
      where l.name = $2 and l.id is distinct from $3::bigint and ${isIn(kind, 'around', '$1::bigint')} limit 1`;
    return (await tx.prepared(text, [id, name, self])).length > 0;
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

  /**
   * Labels with these names that records of the project may have, ordered by name; missing ones are created in the project.
   * @param names valid, without duplicates
   */
  async ensure(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<Label[]> {
    const known = await this.named(tx, projectId, { names });
    if (known.length === names.length) return known;
    const missing = names.filter((name) => !known.some((label) => label.name === name));
    // All writers insert in the same order, so that two of them do not deadlock.
    await tx.prepared(INSERT_MANY, [projectId, missing.sort(), DEFAULT_COLOR]);
    return this.named(tx, projectId, { names });
  }

  /**
   * Labels with these names that records of the project may have, and those with these ids, ordered by name. The project's own label comes before
   * one of a group with the same name.
   */
  named(
    db: Db,
    projectId: ProjectId,
    { names, ids = [] }: { names: readonly string[]; ids?: readonly number[] },
  ): Promise<Label[]> {
    if (names.length + ids.length === 0) return Promise.resolve([]);
    return db.prepared<Label & Row>(NAMED, [projectId, names, ids]);
  }

  /** Labels with these ids, of any projects and groups, ordered by name. */
  byIds(db: Db, ids: readonly number[]): Promise<LabelCard[]> {
    return db.prepared<LabelCard & Row>(BY_IDS, [ids]);
  }
}

function pageOf(
  holder: MemberSource,
  filters: LabelFilters,
  { page, perPage }: PageRequest,
  parameter: Parameter,
): string {
  return `select l.* from labels l where ${conditions(holder, filters, parameter)}
    order by l.name, l.id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
}

function count(holder: MemberSource, filters: LabelFilters, most: number) {
  return statement(
    (parameter) => `select count(*)::int as count from (
      select from labels l where ${conditions(holder, filters, parameter)} limit ${parameter(most)}) counted`,
  );
}

function conditions({ kind, id }: MemberSource, filters: LabelFilters, parameter: Parameter): string {
  const { withAncestors, search } = filters;
  return [
    isIn(kind, withAncestors ? 'around' : 'own', `${parameter(id)}::bigint`),
    ...(search ? [matches(['l.name', 'l.description'], search, parameter)] : []),
  ].join(' and ');
}
