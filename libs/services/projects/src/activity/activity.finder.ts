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
import { accessTo } from '../access/levels.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { VisibleRows, ownProjects, visibleTo } from '../access/visible-rows.finder.js';
import { below } from '../groups/group-projects.finder.js';
import { isReadable } from '../issues/confidential.finder.js';
import { personJson, type PersonRecord } from '../issues/issues.finder.js';
import { ownNamespaceOf } from '../namespaces/owners.store.js';
import { TOUCHED } from './contributions.finder.js';
import {
  KINDS,
  kindsIn,
  timeRangeOf,
  type ActivityFilters,
  type ActivityKind,
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

/** Projects of a group whose activities are listed. */
const MOST_PROJECTS = 200;

/**
 * Lists of activities. The projects of a list are found first, each with the subjects that the caller sees there; then the first activities
 * of each project and kind are read from an index, no further than the end of the page. So a page costs the same however many there are.
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
  constructor(
    private readonly caller: ProjectsCaller,
    private readonly scope: ActivityScope,
    private readonly filters: ActivityFilters & { readonly kinds: readonly ActivityKind[] },
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    const { sort } = this.filters;
    const order = (row: string) => `order by ${row}.created_at ${sort}, ${row}.id ${sort}`;
    return statement((parameter) => {
      const end = parameter(page * perPage);
      const { named, rows } = this.rows(parameter, `${order('e')} limit ${end}`);
      const chosen = `select id from (${rows}) found ${order('found')} limit ${parameter(perPage)}
        offset ${parameter((page - 1) * perPage)}`;
      return `with recursive ${named}, chosen as (${chosen})
        select ${COLUMNS} from activity_events e ${SOURCES} where e.id = any (array(select id from chosen)) ${order('e')}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const limit = parameter(most);
      const { named, rows } = this.rows(parameter, `limit ${limit}`);
      return `with recursive ${named}
        select count(*)::int as count from (select from (${rows}) found limit ${limit}) counted`;
    });
  }

  /** @param first order and limit of the activities of one kind in one project */
  private rows(parameter: Parameter, first: string): { named: string; rows: string } {
    const user = `${parameter(this.caller.id)}::bigint`;
    const author = this.author(parameter);
    const { from, to } = timeRangeOf(this.filters);
    const { kinds } = this.filters;
    const subjects = kinds.map((kind) => KINDS[kind].subject);
    const conditions = [
      'e.project_id = listed.id and e.kind = wanted.kind',
      ...(author === null ? [] : [`e.author_id = (select id from author)`]),
      `e.created_at >= ${parameter(from)}::timestamptz and e.created_at < ${parameter(to)}::timestamptz`,
      `(e.issue_id is null or exists (select from issues i where i.id = e.issue_id
        and ${isReadable('i', { user, readsAll: 'listed.level >= 20' })}))`,
      `(e.snippet_id is null or listed.level > 0 or exists (select from snippets s where s.id = e.snippet_id
        and s.visibility = any (listed.open)))`,
    ];
    return {
      named: [...(author === null ? [] : [author, TOUCHED]), ...this.listed(parameter, user)].join(', '),
      rows: `select each.id, each.created_at from listed
        join unnest(${parameter(kinds)}::text[], ${parameter(subjects)}::text[]) as wanted (kind, subject)
          on wanted.subject = any (listed.subjects)
        cross join lateral (select e.id, e.created_at from activity_events e where ${conditions.join(' and ')} ${first}) each`,
    };
  }

  /** Named query of the id of the user whose contributions are listed; null for other lists. */
  private author(parameter: Parameter): string | null {
    if (this.scope.of !== 'user') return null;
    const { sql, value } = ownNamespaceOf(this.scope.user);
    return `author as materialized (select own.owner_user_id as id from namespaces own where own.id = (${sql(parameter(value))}))`;
  }

  /** Named queries of the projects of the list that are visible to the caller. */
  private listed(parameter: Parameter, user: string): string[] {
    const { scope, caller } = this;
    const isOwn = scope.of === 'own-projects';
    const rows = new VisibleRows(caller, visibleTo(caller, VISIBILITIES, isOwn), (id) => ownProjects(id), parameter);
    const admin = `${parameter(caller.admin)}::boolean`;
    const { level } = accessTo('p', 'n', { user, admin, external: 'false' });
    const found = {
      project: () => `p.id = ${parameter(scope.of === 'project' ? scope.projectId : null)}::bigint`,
      group: () => lastActiveIn(scope.of === 'group' ? scope.groupId : 0, parameter),
      user: () => 'p.id = any (array(select id from touched))',
      'own-projects': () => rows.areOwn('p.visibility'),
    }[scope.of]();
    const open = `${parameter(visibleTo(caller).open)}::text[]`;
    const where = isOwn ? found : `${found} and ${rows.areVisible('p.visibility')}`;
    return [
      ...rows.named,
      `listed as materialized (select p.id, mine.level, ${open} as open, ${subjects(`p.visibility = any (${open})`)} as subjects
        from projects p join namespaces n on n.id = p.namespace_id cross join lateral (select ${level} as level offset 0) mine
        where ${where})`,
    ];
  }
}

/** SQL condition: a project `p` is among those of a group and its subgroups that were active last. */
function lastActiveIn(groupId: number, parameter: Parameter): string {
  return `p.id = any (array(select p.id from projects p where ${below(groupId)(parameter)}
    order by p.last_activity_at desc limit ${MOST_PROJECTS}))`;
}

/** SQL of the subjects in a project `p` that a caller with the level `mine.level` sees. @param isOpen condition: they see it without a level */
function subjects(isOpen: string): string {
  const isUsable = (feature: string) =>
    `(p.${feature}_access_level = 'enabled' or p.${feature}_access_level = 'private' and mine.level > 0)`;
  const fromReporter = `(${isOpen} or mine.level >= 20)`;
  return `array_remove(array['project', 'planning',
    case when ${isUsable('repository')} and ${fromReporter} then 'code' end,
    case when ${isUsable('issues')} then 'issues' end,
    case when ${isUsable('repository')} and ${isUsable('merge_requests')} and ${fromReporter} then 'merge_requests' end,
    case when ${isUsable('snippets')} then 'snippets' end], null)`;
}
