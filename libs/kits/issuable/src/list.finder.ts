import type { UserId } from '@hearth/contract-kit';
import { matches, type Parameter } from '@hearth/http';
import { SEARCHED, type Exclusions } from './later-list.params.js';
import type { IssuableFilters } from './list.params.js';
import type { MilestoneFilter } from './milestone-filter.rules.js';

/** SQL names of a service's tables. */
export interface IssuableTables {
  /** Table of the listed rows. */
  readonly table: string;
  /** Alias of the listed row. */
  readonly row: string;
  /** Column by which label links and awards name the row. */
  readonly key: string;
  /** Links of rows to labels. */
  readonly labelled: string;
  readonly labels: string;
  readonly milestones: string;
  /** Condition: the row is assigned to a user. @param user SQL of the user's id */
  assigned(user: string): string;
  /** Condition: the row is assigned to at least one user. */
  readonly isAssigned: string;
}

/** SQL conditions of the filters. @param userId the caller; null: anonymous */
export function issuableConditions(
  filters: IssuableFilters<string, string>,
  tables: IssuableTables,
  userId: UserId | null,
  parameter: Parameter,
): string[] {
  const { state, labels, rareLabel, milestone, authorId, reaction, iids, search, searchIn = SEARCHED, not } = filters;
  const { row } = tables;
  const times = [
    [filters.createdAfter, `${row}.created_at >=`],
    [filters.createdBefore, `${row}.created_at <=`],
    [filters.updatedAfter, `${row}.updated_at >=`],
    [filters.updatedBefore, `${row}.updated_at <=`],
  ] as const;
  return [
    ...(state ? [`${row}.state = ${parameter(state)}`] : []),
    ...(rareLabel === undefined ? [] : [isLinked(rareLabel, tables, parameter)]),
    ...(labels && !(labels.length === 1 && labels[0] === rareLabel) ? [hasLabels(labels, tables, parameter)] : []),
    ...(filters.anyLabel ? [`exists (select from ${tables.labelled} held where held.${tables.key} = ${row}.id)`] : []),
    ...(typeof milestone === 'object' ? [isPlanned(milestone.title, tables, parameter)] : []),
    ...(typeof milestone === 'string' ? [hasMilestone(milestone, tables, parameter)] : []),
    ...(authorId === undefined ? [] : [`${row}.author_id = ${parameter(authorId)}::bigint`]),
    ...assignments(filters, tables, parameter),
    ...(reaction === undefined ? [] : [isAwarded(reaction, tables, userId, parameter)]),
    ...(iids ? [`${row}.iid = any (${parameter(iids)}::bigint[])`] : []),
    ...(search
      ? [
          matches(
            searchIn.map((field) => `${row}.${field}`),
            search,
            parameter,
          ),
        ]
      : []),
    ...(not ? exclusions(not, tables, userId, parameter) : []),
    ...times.flatMap(([time, compares]) => (time ? [`${compares} ${parameter(time)}::timestamptz`] : [])),
  ];
}

/** Returns true where an index of texts, labels or milestones finds the rows, in another order than that of the list. */
export function isFoundByIndex({ search, rareLabel, milestone }: IssuableFilters<string, string>): boolean {
  return search !== undefined || rareLabel !== undefined || typeof milestone === 'object';
}

function assignments(
  { assigneeId, assigneeIds = [] }: IssuableFilters<string, string>,
  tables: IssuableTables,
  parameter: Parameter,
): string[] {
  const assigned = (id: number) => tables.assigned(`${parameter(id)}::bigint`);
  const all = assigneeIds.map(assigned);
  if (assigneeId === undefined) return all;
  if (assigneeId === 'any') return [...all, tables.isAssigned];
  return [...all, assigneeId === 'none' ? `not ${tables.isAssigned}` : assigned(assigneeId)];
}

/** Conditions of rows without some properties. */
function exclusions(
  { labels, milestone, authorId, assigneeIds = [], reaction, iids }: Exclusions,
  tables: IssuableTables,
  userId: UserId | null,
  parameter: Parameter,
): string[] {
  const { row, key, labelled } = tables;
  return [
    ...(labels
      ? [
          `not exists (select from ${labelled} held join ${tables.labels} l on l.id = held.label_id
            where held.${key} = ${row}.id and l.name = any (${parameter(labels)}::text[]))`,
        ]
      : []),
    ...(milestone ? [`(${hasMilestone(milestone, tables, parameter)}) is not true`] : []),
    ...(authorId === undefined ? [] : [`${row}.author_id <> ${parameter(authorId)}::bigint`]),
    ...assigneeIds.map((id) => `not ${tables.assigned(`${parameter(id)}::bigint`)}`),
    ...(reaction === undefined ? [] : [`not ${isAwarded(reaction, tables, userId, parameter)}`]),
    ...(iids ? [`${row}.iid <> all (${parameter(iids)}::bigint[])`] : []),
  ];
}

/** Condition that finds the rows with a label by its links. */
function isLinked(name: string, { row, key, labelled, labels }: IssuableTables, parameter: Parameter): string {
  return `${row}.id = any (array(select held.${key} from ${labels} l join ${labelled} held on held.label_id = l.id
    where l.name = ${parameter(name)}))`;
}

/** A project and its groups may have labels of one name: distinct names are counted. */
function hasLabels(
  names: readonly string[],
  { row, key, labelled, labels }: IssuableTables,
  parameter: Parameter,
): string {
  const links = `${labelled} held`;
  if (names.length === 0) return `not exists (select from ${links} where held.${key} = ${row}.id)`;
  return `(select count(distinct l.name) from ${links} join ${labels} l on l.id = held.label_id
    where held.${key} = ${row}.id and l.name = any (${parameter(names)}::text[])) = ${parameter(new Set(names).size)}::int`;
}

function hasMilestone(milestone: MilestoneFilter, { row, milestones }: IssuableTables, parameter: Parameter): string {
  if (milestone === 'none') return `${row}.milestone_id is null`;
  if (milestone === 'any') return `${row}.milestone_id is not null`;
  const today = `(now() at time zone 'utc')::date`;
  const milestoneWith = (condition: string) =>
    `exists (select from ${milestones} k where k.id = ${row}.milestone_id and ${condition})`;
  if (milestone === 'upcoming') return milestoneWith(`k.state = 'active' and k.due_date > ${today}`);
  if (milestone === 'started') return milestoneWith(`k.state = 'active' and k.start_date <= ${today}`);
  return milestoneWith(`k.title = ${parameter(milestone.title)}`);
}

/** Condition that finds the rows with a milestone of a title: walking the list would read all rows where only few have it. */
function isPlanned(title: string, { row, table, milestones }: IssuableTables, parameter: Parameter): string {
  return `${row}.id = any (array(select planned.id from ${table} planned
    where planned.milestone_id = any (array(select k.id from ${milestones} k where k.title = ${parameter(title)}))))`;
}

function isAwarded(name: string, { row, key }: IssuableTables, userId: UserId | null, parameter: Parameter): string {
  return `exists (select from award_emoji awarded where awarded.${key} = ${row}.id
    and awarded.user_id = ${parameter(userId)}::bigint and awarded.name = ${parameter(name)})`;
}
