import type { IssueFilters, IssueOrder } from './issue.rules.js';

const MILESTONE_DUE = (issue: string) => `(select k.due_date from milestones k where k.id = ${issue}.milestone_id)`;
const LABEL_PRIORITY = (issue: string) =>
  `(select min(l.priority) from issue_labels held join labels l on l.id = held.label_id where held.issue_id = ${issue}.id)`;
/** SQL of the values by which issues are ordered. */
const ORDERED_BY: Readonly<Record<IssueOrder, (issue: string) => readonly string[]>> = {
  created_at: (issue) => [`${issue}.created_at`],
  updated_at: (issue) => [`${issue}.updated_at`],
  due_date: (issue) => [`${issue}.due_date`],
  milestone_due: (issue) => [MILESTONE_DUE(issue)],
  priority: (issue) => [MILESTONE_DUE(issue), LABEL_PRIORITY(issue)],
  label_priority: (issue) => [LABEL_PRIORITY(issue)],
  popularity: (issue) => [`${issue}.upvotes`],
  title: (issue) => [`lower(${issue}.title)`],
};
/** Orders by columns that are never null: their indexes are read backwards, which `nulls last` would prevent. */
const NEVER_NULL: readonly IssueOrder[] = ['created_at', 'updated_at', 'popularity', 'title'];

/** Columns that the order of a list and its numbers by state read. */
export const ORDERING_COLUMNS =
  'i.id, i.state, i.created_at, i.updated_at, i.due_date, i.milestone_id, i.upvotes, i.title';

type Ordering = Pick<IssueFilters, 'orderBy' | 'sort'>;

/** SQL of the order of a list. Issues without the property are the last. */
export function orderOf({ orderBy, sort }: Ordering, issue: string): string {
  const nulls = NEVER_NULL.includes(orderBy) ? '' : ' nulls last';
  const values = ORDERED_BY[orderBy](issue).map((value) => `${value} ${sort}${nulls}`);
  return `order by ${values.join(', ')}, ${issue}.id ${sort}`;
}

/** SQL of the sources and conditions of listed issues, and of their ordered rows. */
export interface OrderedRows {
  readonly sort: 'asc' | 'desc';
  /** Rows of a part that are read. */
  readonly end: string;
  /** Issues `i` of a subquery, in the order of a part; of a group, those of each project. */
  rows(source: string): string;
  /** Issues `i` of sources that find few; conditions can be added. */
  found(sources: string): string;
}

/** Order that no index has as a whole. */
export interface PartedOrder {
  readonly named: readonly string[];
  /** Order of the rows of a subquery. */
  readonly order: string;
  /** Queries of the ids of the parts, the first ones of the list first; each in the order of an index. */
  parts(rows: OrderedRows): string[];
}

// `offset 0` has each issue looked up, in the order of the list: PostgreSQL would read all issues for a join, and sort what remains.
const IS_PLANNED = 'exists (select from milestones k where k.id = i.milestone_id and k.due_date is not null offset 0)';
const PRIORITIZED = `issue_labels other join labels l on l.id = other.label_id
  where other.issue_id = i.id and l.priority is not null`;
const IS_PRIORITIZED = `exists (select from ${PRIORITIZED} offset 0)`;

/**
 * Returns the parts of an order by due dates, or by properties of milestones and labels; undefined for those that an index has.
 * @param projectsOf returns SQL of the ids of the projects of a list; undefined: all projects
 */
export function partsOf({ orderBy, sort }: Ordering, projectsOf: () => string | undefined): PartedOrder | undefined {
  const byId = `order by i.id ${sort}`;
  const those = (rows: OrderedRows, condition: string, order = byId) =>
    `select i.id ${rows.rows(`(select i.* from issues i where ${condition}) i`)} ${order} limit ${rows.end}`;
  if (orderBy === 'due_date' && sort === 'desc') {
    // The index, read backwards, has issues without a due date first.
    const order = 'order by i.due_date desc, i.id desc';
    return {
      named: [],
      order,
      parts: (rows) => ['is not null', 'is null'].map((due) => those(rows, `i.due_date ${due}`, order)),
    };
  }
  if (orderBy === 'label_priority') {
    const projects = projectsOf();
    return {
      named: [],
      order: byId,
      parts: (rows) => [labelled(rows, projects), those(rows, `not ${IS_PRIORITIZED}`)],
    };
  }
  if (orderBy !== 'milestone_due' && orderBy !== 'priority') return undefined;
  const projects = projectsOf();
  const others = (rows: OrderedRows) =>
    orderBy === 'priority'
      ? [labelled(rows, projects, `and not ${IS_PLANNED}`), those(rows, `not ${IS_PLANNED} and not ${IS_PRIORITIZED}`)]
      : [those(rows, `not ${IS_PLANNED}`)];
  const by = orderBy === 'priority' ? LABEL_PRIORITY('i') : '0';
  return {
    named: projects === undefined ? [] : [milestonesOf(projects)],
    order: byId,
    parts: (rows) => [planned(rows, projects, by), ...others(rows)],
  };
}

/** Named query `planned`: due dates of milestones and the projects that have issues of them, found without reading these issues. */
function milestonesOf(projects: string): string {
  const next = (from: string, after: string) => `select ${from}.project_id,
    (select min(i.milestone_id) from issues i where i.project_id = ${from}.project_id ${after}) as id from`;
  return `planned as materialized (
    with recursive used as (
      ${next('chosen', '')} (${projects}) chosen (project_id)
      union all ${next('used', 'and i.milestone_id > used.id')} used where used.id is not null
    ) select used.project_id, k.id, k.due_date from used join milestones k on k.id = used.id where k.due_date is not null)`;
}

/** Issues of the milestones with a due date. @param by SQL of a value of issues by which those of one day are ordered */
function planned({ sort, end, found }: OrderedRows, projects: string | undefined, by: string): string {
  const isOfProject = projects === undefined ? '' : 'and i.project_id = k.project_id';
  const milestones = projects === undefined ? 'milestones where due_date is not null' : 'planned';
  const order = (value: string) => `${value} ${sort} nulls last, i.id ${sort} limit ${end}`;
  return `select i.id from (select * from ${milestones} order by due_date ${sort} offset 0) k cross join lateral (
      select i.id, ${by} as value ${found('issues i')} and i.milestone_id = k.id ${isOfProject} order by ${order('value')}) i
    order by k.due_date ${sort}, ${order('i.value')}`;
}

/**
 * Issues with a prioritized label, each with its first one. `offset 0` has each issue of a label looked up: PostgreSQL would read all issues
 * of the project for each label.
 */
function labelled({ sort, end, found }: OrderedRows, projects: string | undefined, condition = ''): string {
  const isOfProject = projects === undefined ? '' : `and project_id = any (array(${projects}))`;
  const sources =
    'issue_labels held cross join lateral (select i.* from issues i where i.id = held.issue_id offset 0) i';
  const isFirst = `k.id = (select l.id from ${PRIORITIZED} order by l.priority, l.id limit 1)`;
  return `select i.id from (select id, priority from labels where priority is not null ${isOfProject} order by priority ${sort} offset 0) k
    cross join lateral (select i.id ${found(sources)} and held.label_id = k.id and ${isFirst} ${condition}
      order by held.issue_id ${sort} limit ${end}) i
    order by k.priority ${sort}, i.id ${sort} limit ${end}`;
}
