import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Milestone } from '@hearth/projects-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import { matches, plainList, readPage, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { containingGroups } from '../access/containing-groups.finder.js';
import { nextIid } from '../access/iids.finder.js';
import type { MemberSource } from '../members/membership.rules.js';
import type { MilestoneColumns, MilestoneState } from './milestone.rules.js';

/** Milestone as a complete record; times are ISO 8601, UTC. */
export type MilestoneRecord = Milestone & Row;

/** Filters of a list of milestones; undefined values do not filter. */
export interface MilestoneFilters {
  readonly iids?: readonly number[];
  readonly state?: MilestoneState;
  readonly title?: string;
  readonly search?: Search;
  /** Whether milestones of ancestor groups are included. */
  readonly withAncestors?: true;
}

function time(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL of the fields of a MilestoneRecord, by their names. @param milestone alias of the milestones row */
function fields(milestone: string): Record<string, string> {
  return {
    id: `${milestone}.id`,
    iid: `${milestone}.iid`,
    projectId: `${milestone}.project_id`,
    groupId: `${milestone}.namespace_id`,
    title: `${milestone}.title`,
    description: `${milestone}.description`,
    state: `${milestone}.state`,
    dueDate: `${milestone}.due_date::text`,
    startDate: `${milestone}.start_date::text`,
    createdAt: time(`${milestone}.created_at`),
    updatedAt: time(`${milestone}.updated_at`),
  };
}

/** SQL of a MilestoneRecord as JSON, for use inside another record. */
export function milestoneJson(milestone: string): string {
  return `json_build_object(${Object.entries(fields(milestone))
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;
}

/** Columns of a MilestoneRecord, from a milestones row `m`. */
export const MILESTONE_COLUMNS = Object.entries(fields('m'))
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ');

const PARENTS = { project: 'project_id', group: 'namespace_id' } as const;

/** SQL condition: the milestone belongs to the project or group, or with ancestors to a group that contains it. @param id SQL of its id */
function isIn(kind: MemberSource['kind'], id: string, withAncestors: boolean): string {
  const own = `m.${PARENTS[kind]} = ${id}`;
  return withAncestors ? `(${own} or m.namespace_id = any (${containingGroups(kind, id)}))` : own;
}

const IS_IN_PROJECT_OR_ANCESTORS = isIn('project', '$1', true);

/** A title is used once in a project, its groups, and their projects. */
const TAKEN = {
  project: `
    select from milestones m where m.title = $2 and m.id is distinct from $3::bigint and ${IS_IN_PROJECT_OR_ANCESTORS} limit 1`,
  group: `
    select from milestones m
    where m.title = $2 and m.id is distinct from $3::bigint and (m.namespace_id = $1 or m.project_id = any (array(
      select p.id from projects p where p.namespace_id = $1)))
    limit 1`,
};

const WITH_ANCESTORS = `select ${MILESTONE_COLUMNS} from milestones m where m.id = $2 and ${IS_IN_PROJECT_OR_ANCESTORS}`;
const TITLED = `select ${MILESTONE_COLUMNS} from milestones m where m.title = $2 and ${IS_IN_PROJECT_OR_ANCESTORS} limit 1`;
const BY_IDS = `select ${MILESTONE_COLUMNS} from milestones m where m.id = any ($1::bigint[]) order by m.id`;

/** All SQL about milestones. */
@Injectable()
export class MilestonesStore {
  /** Returns a page of milestones, newest first. */
  page(db: Db, parent: MemberSource, filters: MilestoneFilters, request: PageRequest): Promise<Page<MilestoneRecord>> {
    const rows = (parameter: Parameter) => `from milestones m where ${conditions(parent, filters, parameter)}`;
    return readPage(db, request, plainList({ columns: MILESTONE_COLUMNS, rows, order: 'm.id desc' }));
  }

  async find(db: Db, { kind, id }: MemberSource, milestoneId: number): Promise<MilestoneRecord | undefined> {
    const text = `select ${MILESTONE_COLUMNS} from milestones m where m.id = $1 and m.${PARENTS[kind]} = $2`;
    const [milestone] = await db.prepared<MilestoneRecord>(text, [milestoneId, id]);
    return milestone;
  }

  /** Milestone of a project or of a group that contains it. */
  async findAround(db: Db, projectId: ProjectId, milestoneId: number): Promise<MilestoneRecord | undefined> {
    const [milestone] = await db.prepared<MilestoneRecord>(WITH_ANCESTORS, [projectId, milestoneId]);
    return milestone;
  }

  /** Milestone with that title of a project, or of a group that contains it. */
  async findTitled(db: Db, projectId: ProjectId, title: string): Promise<MilestoneRecord | undefined> {
    const [milestone] = await db.prepared<MilestoneRecord>(TITLED, [projectId, title]);
    return milestone;
  }

  /** Milestones with these ids, in the order of the ids. */
  byIds(db: Db, ids: readonly number[]): Promise<MilestoneRecord[]> {
    return db.prepared<MilestoneRecord>(BY_IDS, [ids]);
  }

  /** @returns whether another milestone of the project, its groups or their projects has the title */
  async isTaken(tx: Tx, { kind, id }: MemberSource, title: string, self: number | null): Promise<boolean> {
    const rows = await tx.prepared(TAKEN[kind], [id, title, self]);
    return rows.length > 0;
  }

  /** @returns its id */
  async insert(tx: Tx, { kind, id }: MemberSource, milestone: MilestoneColumns): Promise<number> {
    const [counted] = await tx.prepared<{ last: number }>(nextIid(PARENTS[kind], 'milestone'), [id]);
    const { title, description, dueDate, startDate } = milestone;
    const [row] = await tx.prepared<{ id: number }>(
      `insert into milestones (${PARENTS[kind]}, iid, title, description, due_date, start_date)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [id, counted!.last, title, description, dueDate, startDate],
    );
    return row!.id;
  }

  async update(tx: Tx, id: number, milestone: MilestoneColumns & { state: MilestoneState }): Promise<void> {
    const { title, description, dueDate, startDate, state } = milestone;
    await tx.prepared(
      `update milestones set title = $2, description = $3, due_date = $4, start_date = $5, state = $6, updated_at = now()
       where id = $1`,
      [id, title, description, dueDate, startDate, state],
    );
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from milestones where id = $1', [id]);
  }
}

function conditions({ kind, id }: MemberSource, filters: MilestoneFilters, parameter: Parameter): string {
  const { iids, state, title, search, withAncestors = false } = filters;
  return [
    isIn(kind, `${parameter(id)}::bigint`, withAncestors),
    ...(iids ? [`m.iid = any (${parameter(iids)}::bigint[])`] : []),
    ...(state ? [`m.state = ${parameter(state)}`] : []),
    ...(title === undefined ? [] : [`m.title = ${parameter(title)}`]),
    ...(search ? [matches(['m.title', 'm.description'], search, parameter)] : []),
  ].join(' and ');
}
