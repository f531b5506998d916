import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type ProjectId, type UserReference } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import {
  Page,
  readPage,
  statement,
  type ListStatements,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
import type { ProjectsCaller } from '../access/projects-caller.js';
import {
  isUsable,
  projectOf,
  readsCode,
  readsMergeRequests,
  rolesOf,
  type ProjectRoles,
} from '../access/project-roles.finder.js';
import { VisibleRows, ownProjects, visibleTo, withNamed } from '../access/visible-rows.finder.js';
import { below } from '../groups/group-projects.finder.js';
import { isNotHidden } from '../issues/confidential.finder.js';
import { personJson, type PersonRecord } from '../issues/issues.finder.js';
import { ownNamespaceOf } from '../namespaces/owners.store.js';
import {
  ALL_KINDS,
  KINDS,
  kindsIn,
  timeRangeOf,
  type ActivityFilters,
  type ActivityKind,
  type ActivitySubject,
  type RecordedPush,
} from './activity.rules.js';

/**
 * Scope of a list: a project, those projects of a group and its subgroups that were active last, the contributions of a user, or everything
 * in the projects in which the caller has a level.
 */
export type ActivityScope =
  | { readonly of: 'project'; readonly projectId: ProjectId }
  | { readonly of: 'group'; readonly groupId: number }
  | { readonly of: 'user'; readonly user: UserReference }
  | { readonly of: 'own-projects' };

/** An activity with the records of this service that it is about. */
export interface ActivityRecord {
  readonly id: number;
  readonly kind: ActivityKind;
  readonly projectId: ProjectId;
  /** Full path. */
  readonly projectPath: string;
  readonly author: PersonRecord;
  readonly createdAt: Date;
  readonly push: RecordedPush | null;
  /** Whether its project was imported. */
  readonly isImported: boolean;
  /** The issue, snippet or milestone; its number is null for snippets. */
  readonly target: { readonly id: number; readonly iid: number | null; readonly title: string } | null;
  readonly milestoneId: number | null;
  readonly note: { readonly id: number; readonly body: string } | null;
  readonly noteCreatedAt: Date | null;
  readonly noteUpdatedAt: Date | null;
  readonly mergeRequestId: number | null;
  readonly foreignNoteId: number | null;
}

const COLUMNS = `e.id, e.kind, e.project_id as "projectId", route.path as "projectPath", ${personJson('author')} as author, e.created_at as "createdAt", e.push,
  p.import_status <> 'none' and p.forked_from_id is null as "isImported",
  case when i.id is not null then json_build_object('id', i.id, 'iid', i.iid, 'title', i.title)
    when s.id is not null then json_build_object('id', s.id, 'iid', null, 'title', s.title)
    when m.id is not null then json_build_object('id', m.id, 'iid', m.iid, 'title', m.title) end as target,
  e.milestone_id as "milestoneId", case when n.id is not null then json_build_object('id', n.id, 'body', n.body) end as note,
  n.created_at as "noteCreatedAt", n.updated_at as "noteUpdatedAt", e.merge_request_id as "mergeRequestId",
  e.foreign_note_id as "foreignNoteId"`;
const SOURCES = `join projects p on p.id = e.project_id join routes route on route.project_id = p.id
  join namespaces author on author.owner_user_id = e.author_id
  left join issues i on i.id = e.issue_id left join snippets s on s.id = e.snippet_id
  left join milestones m on m.id = e.milestone_id left join notes n on n.id = e.note_id`;

/**
 * Activities of all projects that are walked for each one up to the end of a page, where that is no more than `most` and the caller has as many
 * projects: reading the first activities of each of thousands of projects costs more.
 */
const WALKED = { each: 100, most: 50, projects: 500 } as const;
/** Projects of a group whose activities are listed. */
const MOST_PROJECTS = 200;

/**
 * Lists of activities. Those of a user are read in the order of the list, and the project of each is looked up. For other lists the projects
 * are found first, each with the subjects that the caller sees there; then the first activities of each project, or of each of its kinds where
 * not all are listed, are read from an index, no further than the end of the page. So a page costs the same however many there are.
 */
@Injectable()
export class ActivityFinder {
  page(
    db: Db,
    caller: ProjectsCaller,
    scope: ActivityScope,
    filters: ActivityFilters,
    request: PageRequest,
  ): Promise<Page<ActivityRecord>> {
    const kinds = kindsIn(filters, caller.id !== null);
    if (kinds.length === 0) return Promise.resolve(new Page<ActivityRecord>([], request, 0));
    return readPage<ActivityRecord & Row>(db, request, new ActivityStatements(caller, scope, { ...filters, kinds }));
  }
}

class ActivityStatements implements ListStatements {
  /** Activities are read in the same order and no further, whatever the values. */
  readonly planning = 'once';

  constructor(
    private readonly caller: ProjectsCaller,
    private readonly scope: ActivityScope,
    private readonly filters: ActivityFilters & { readonly kinds: readonly ActivityKind[] },
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter, this.order('e'), `${parameter(page * perPage)}::int`);
      const chosen = `select id from (${rows}) found ${this.order('found')} limit ${parameter(perPage)}
        offset ${parameter((page - 1) * perPage)}`;
      return `${withNamed([...named, `chosen as (${chosen})`])}
        select ${COLUMNS} from activity_events e ${SOURCES} where e.id = any (array(select id from chosen)) ${this.order('e')}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const limit = `${parameter(most)}::int`;
      const { named, rows } = this.rows(parameter, '', limit);
      return `${withNamed(named)}select count(*)::int as count from (select from (${rows}) found limit ${limit}) counted`;
    });
  }

  private order(row: string): string {
    const { sort } = this.filters;
    return `order by ${row}.created_at ${sort}, ${row}.id ${sort}`;
  }

  /**
   * @param order of the activities; empty where they are counted
   * @param most SQL of how many are read: of those of a user, or of each stream of a project
   */
  private rows(parameter: Parameter, order: string, most: string): { named: readonly string[]; rows: string } {
    const { scope, caller } = this;
    const isOwn = scope.of === 'own-projects';
    const visible = new VisibleRows(caller, visibleTo(caller, VISIBILITIES, isOwn), (id) => ownProjects(id), parameter);
    const roles = rolesOf(caller, parameter);
    const open = `${parameter(visibleTo(caller).open)}::text[]`;
    const list = { parameter, visible, roles, open, order, most };
    const { named, rows } = scope.of === 'user' ? this.ofUser(scope.user, list) : this.ofProjects(scope, list);
    return { named: [...visible.named, ...roles.named, ...named], rows };
  }

  private ofUser(user: UserReference, list: RowsOfList): { named: readonly string[]; rows: string } {
    const { parameter, visible, order, most } = list;
    const { sql, value } = ownNamespaceOf(user);
    const where = ['e.author_id = (select id from author)', visible.areVisible('p.visibility'), ...this.seen(list)];
    return {
      named: [
        `author as materialized (select own.owner_user_id as id from namespaces own where own.id = (${sql(parameter(value))}))`,
      ],
      rows: `select e.id, e.created_at from activity_events e ${projectOf('e')} where ${where.join(' and ')} ${order} limit ${most}`,
    };
  }

  /** Conditions of an activity `e` that the caller sees in its project `p`, which is visible to them. */
  private seen({ parameter, roles, open }: RowsOfList): string[] {
    const areSeen = Object.entries(subjectConditions(roles, open)).flatMap(([subject, isSeen]) => {
      const kinds = this.filters.kinds.filter((kind) => KINDS[kind].subject === subject);
      return kinds.length === 0 ? [] : [`e.kind = any (${parameter(kinds)}::text[]) and ${isSeen}`];
    });
    return [`(${areSeen.join(' or ')})`, ...this.conditions({ ...roles, open }, parameter)];
  }

  /** Named queries, the last of which is `walked` (id, created_at): rows of the caller's projects among the first of all activities. */
  private walked(list: RowsOfList): string[] {
    const { parameter, visible, order, most } = list;
    const first = `select * from activity_events e where ${['true', ...this.times(parameter)].join(' and ')} ${order}`;
    const projects = `select p.id from projects p where p.namespace_id = any (array(select id from mine))
      union all select id from reached limit ${WALKED.projects}`;
    return [
      `walk as materialized (select case when count(*) = ${WALKED.projects} and ${most} <= ${WALKED.most}
        then ${WALKED.each} * ${most} else 0 end as most from (${projects}) own)`,
      `walked as materialized (select e.id, e.created_at from (${first} limit (select most from walk)) e ${projectOf('e')}
        where ${[visible.areVisible('p.visibility'), ...this.seen(list)].join(' and ')} ${order} limit ${most})`,
    ];
  }

  private ofProjects(
    scope: Exclude<ActivityScope, { of: 'user' }>,
    list: RowsOfList,
  ): { named: readonly string[]; rows: string } {
    const { parameter, visible, roles, open, order, most } = list;
    const areFound =
      scope.of === 'own-projects'
        ? visible.areOwn('p.visibility')
        : `${isInScope(scope, parameter)} and ${visible.areVisible('p.visibility')}`;
    const subjects = Object.entries(subjectConditions(roles, open)).map(
      ([subject, isSeen]) => `case when ${isSeen} then '${subject}' end`,
    );
    const named = [
      `listed as materialized (select p.id, ${roles.isMember} as member, ${roles.isReporter} as reporter,
        array_remove(array[${subjects.join(', ')}], null) as subjects from projects p where ${areFound})`,
      `streams as materialized (${streamsOf(this.filters.kinds, subjects.length, parameter)})`,
    ];
    const conditions = this.conditions({ isMember: 'stream.member', isReporter: 'stream.reporter', open }, parameter);
    const first = (streams: string, limit: string, areRead: readonly string[] = []) =>
      `${streams} stream cross join lateral (${activitiesOf([...conditions, ...areRead], `${order} limit ${limit}`)}) each`;
    if (order === '' || scope.of === 'project')
      return { named, rows: `select each.id, each.created_at from ${first('streams', most)}` };
    const { heads, streams, isInPage } = this.upToPageEnd(most, (limit) => first('streams', limit));
    const rows = `select each.id, each.created_at from ${first(streams, most, [isInPage('e')])}`;
    if (scope.of === 'group') return { named: [...named, ...heads], rows };
    return {
      named: [...this.walked(list), ...named, ...heads],
      rows: `select * from walked where (select count(*) from walked) = ${most}
        union all select * from (${rows}) others where (select count(*) from walked) < ${most}`,
    };
  }

  /**
   * SQL that bounds the cost of a page of many streams. The heads, a few activities of each stream, are read first. The `most`-th of them in the
   * order of the list bounds the end of the page: no activity beyond its time is on the page, so only streams with a head up to there are read on.
   */
  private upToPageEnd(most: string, first: (limit: string) => string) {
    const [compares, sort, unbounded] =
      this.filters.sort === 'desc' ? ['>=', 'desc', '-infinity'] : ['<=', 'asc', 'infinity'];
    const isInPage = (row: string) => `${row}.created_at ${compares} (select created_at from page_end)`;
    return {
      heads: [
        `heads as materialized (select stream.*, each.created_at
          from ${first(`(select 1 + 2 * ${most} / greatest(count(*), 1) from streams)`)})`,
        `page_end as materialized (select coalesce((select created_at from heads order by created_at ${sort}
          offset ${most} - 1 limit 1), '${unbounded}') as created_at)`,
      ],
      streams: `(select distinct head.id, head.kind, head.member, head.reporter from heads head where ${isInPage('head')})`,
      isInPage,
    };
  }

  /** Conditions of an activity `e` in a project of which the caller sees its subject. */
  private conditions(
    { isMember, isReporter, open }: Pick<ProjectRoles, 'isMember' | 'isReporter'> & { open: string },
    parameter: Parameter,
  ): string[] {
    const user = `${parameter(this.caller.id)}::bigint`;
    return [
      ...this.times(parameter),
      isNotHidden('e.issue_id', { user, readsAll: isReporter }),
      `(e.snippet_id is null or ${isMember} or exists (select from snippets s where s.id = e.snippet_id
        and s.visibility = any (${open})))`,
    ];
  }

  private times(parameter: Parameter): string[] {
    const { from, to } = timeRangeOf(this.filters);
    return [
      ...(from ? [`e.created_at >= ${parameter(from)}::timestamptz`] : []),
      ...(to ? [`e.created_at < ${parameter(to)}::timestamptz`] : []),
    ];
  }
}

/** Parts of the statement of a list. */
interface RowsOfList {
  readonly parameter: Parameter;
  readonly visible: VisibleRows;
  readonly roles: ProjectRoles;
  /** SQL of the visibilities that are open to the caller. */
  readonly open: string;
  readonly order: string;
  readonly most: string;
}

/**
 * SQL of the streams of activities in the projects `listed`: one of all activities of a project of which the caller sees every subject (kind
 * null), one of each kind of others.
 */
function streamsOf(kinds: readonly ActivityKind[], subjects: number, parameter: Parameter): string {
  const columns = 'listed.id, listed.member, listed.reporter';
  const isWhole = kinds.length === ALL_KINDS.length ? `cardinality(listed.subjects) = ${subjects}` : 'false';
  return `select ${columns}, null as kind from listed where ${isWhole}
    union all select ${columns}, wanted.kind from listed
      join unnest(${parameter(kinds)}::text[], ${parameter(kinds.map((kind) => KINDS[kind].subject))}::text[]) as wanted (kind, subject)
        on wanted.subject = any (listed.subjects) where not ${isWhole}`;
}

/**
 * SQL of the activities of a row `stream`. The index of all kinds by time is partial, so that PostgreSQL uses it only where its condition is
 * stated: it would walk it for a single kind too.
 */
function activitiesOf(conditions: readonly string[], limit: string): string {
  const read = (ofStream: string) => `(select e.id, e.created_at from activity_events e
    where e.project_id = stream.id and ${[ofStream, ...conditions].join(' and ')} ${limit})`;
  return `${read(`stream.kind is null and e.kind <> ''`)} union all ${read('stream.kind is not null and e.kind = stream.kind')}`;
}

/** SQL condition: a project `p` belongs to the list. */
function isInScope(scope: Extract<ActivityScope, { of: 'project' | 'group' }>, parameter: Parameter): string {
  return scope.of === 'project'
    ? `p.id = ${parameter(scope.projectId)}::bigint`
    : lastActiveIn(scope.groupId, parameter);
}

/** SQL condition: a project `p` is among those of a group and its subgroups that were active last. */
function lastActiveIn(groupId: number, parameter: Parameter): string {
  return `p.id = any (array(select p.id from projects p where ${below(groupId)(parameter)}
    order by p.last_activity_at desc limit ${MOST_PROJECTS}))`;
}

/** SQL conditions: the caller sees activities of a subject in the project `p`, which is visible to them. */
function subjectConditions(roles: ProjectRoles, open: string): Readonly<Record<ActivitySubject, string>> {
  return {
    project: 'true',
    planning: 'true',
    code: readsCode(roles, open),
    issues: isUsable('issues', roles),
    merge_requests: readsMergeRequests(roles, open),
    snippets: isUsable('snippets', roles),
  };
}
