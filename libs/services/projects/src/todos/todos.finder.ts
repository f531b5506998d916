import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import {
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
import { isUsable, projectOf, readsMergeRequests, rolesOf } from '../access/project-roles.finder.js';
import { VisibleRows, ownProjects, visibleTo, withNamed } from '../access/visible-rows.finder.js';
import { isNotHidden } from '../issues/confidential.finder.js';
import { personJson, type PersonRecord } from '../issues/issues.finder.js';
import type { TodoAction, TodoFilters, TodoOwner, TodoState } from './todo.rules.js';

/** A to-do item with the records of this service that it names. */
export interface TodoRecord {
  readonly id: number;
  readonly action: TodoAction;
  readonly state: TodoState;
  readonly author: PersonRecord;
  readonly project: TodoProject;
  readonly issueId: number | null;
  readonly mergeRequestId: number | null;
  readonly noteId: number | null;
  /** Text of the note on an issue. */
  readonly noteBody: string | null;
  readonly foreignNoteId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Project of a to-do item. */
export interface TodoProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly description: string | null;
  /** Name of the namespace, with those of its ancestors. */
  readonly namespaceName: string;
  /** ISO 8601, with the offset of PostgreSQL's session. */
  readonly createdAt: string;
}

const COLUMNS = `t.id, t.action, t.state, ${personJson('author')} as author,
  json_build_object('id', p.id, 'name', p.name, 'path', p.path, 'fullPath', route.path, 'description', p.description,
    'namespaceName', n.full_name, 'createdAt', p.created_at) as project,
  t.issue_id as "issueId", t.merge_request_id as "mergeRequestId", t.note_id as "noteId", note.body as "noteBody",
  t.foreign_note_id as "foreignNoteId", t.created_at as "createdAt", t.updated_at as "updatedAt"`;
const SOURCES = `join projects p on p.id = t.project_id
  join namespaces n on n.id = p.namespace_id
  join routes route on route.project_id = p.id
  join namespaces author on author.owner_user_id = t.author_id
  left join notes note on note.id = t.note_id`;

/** Lists of the caller's to-do items, those left out whose target the caller cannot read. */
@Injectable()
export class TodosFinder {
  page(db: Db, owner: TodoOwner, filters: TodoFilters, request: PageRequest): Promise<Page<TodoRecord>> {
    return readPage<TodoRecord & Row>(db, request, new TodosStatements(owner, filters));
  }

  /** Number of the caller's pending items, up to `most`. */
  async countPending(db: Db, owner: TodoOwner, most: number): Promise<number> {
    const [counted] = await db.prepared<{ count: number }>(
      ...new TodosStatements(owner, { state: 'pending' }).count(most),
    );
    return counted!.count;
  }

  /** One of the caller's items, in any state. */
  async find(db: Db, owner: TodoOwner, id: number): Promise<TodoRecord | undefined> {
    const [todo] = await db.prepared<TodoRecord & Row>(
      ...new TodosStatements(owner, { id }).page({ page: 1, perPage: 1 }),
    );
    return todo;
  }
}

/** The items are read in the order of the list, and the project of each is looked up. */
class TodosStatements implements ListStatements {
  constructor(
    private readonly owner: TodoOwner,
    private readonly filters: TodoFilters | { readonly id: number },
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      const chosen = `select t.id ${rows} order by t.id desc limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      return `${withNamed([...named, `chosen as (${chosen})`])}
        select ${COLUMNS} from todos t ${SOURCES} where t.id = any (array(select id from chosen)) order by t.id desc`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      return `${withNamed(named)}select count(*)::int as count from (select ${rows} limit ${parameter(most)}) counted`;
    });
  }

  private rows(parameter: Parameter): { named: readonly string[]; rows: string } {
    const { owner, filters } = this;
    const user = `${parameter(owner.id)}::bigint`;
    const visible = new VisibleRows(owner, visibleTo(owner), (id) => ownProjects(id), parameter);
    const roles = rolesOf(owner, parameter);
    const readsIssue = `${isUsable('issues', roles)} and ${isNotHidden('t.issue_id', { user, readsAll: roles.isReporter })}`;
    const where = [
      `t.user_id = ${user}`,
      ...conditionsOf(filters, parameter),
      visible.areVisible('p.visibility'),
      `case when t.issue_id is null then ${readsMergeRequests(roles, visible.open)} else ${readsIssue} end`,
    ];
    return {
      named: [...visible.named, ...roles.named],
      rows: `from todos t ${projectOf('t')} where ${where.join(' and ')}`,
    };
  }
}

function conditionsOf(filters: TodoFilters | { readonly id: number }, parameter: Parameter): string[] {
  if ('id' in filters) return [`t.id = ${parameter(filters.id)}::bigint`];
  const { state, action, authorId, projectId, groupId, type } = filters;
  return [
    `t.state = ${parameter(state)}`,
    ...(action === undefined ? [] : [`t.action = ${parameter(action)}`]),
    ...(authorId === undefined ? [] : [`t.author_id = ${parameter(authorId)}::bigint`]),
    ...(projectId === undefined ? [] : [`t.project_id = ${parameter(projectId)}::bigint`]),
    ...(groupId === undefined ? [] : [isInGroup(parameter(groupId))]),
    ...(type === undefined ? [] : [isOfType(type)]),
  ];
}

function isInGroup(groupId: string): string {
  return `exists (select from projects inside join namespaces home on home.id = inside.namespace_id
    where inside.id = t.project_id and ${groupId}::bigint = any (home.ancestor_ids || home.id))`;
}

function isOfType(type: NonNullable<TodoFilters['type']>): string {
  if (type === 'Issue') return 't.issue_id is not null';
  return type === 'MergeRequest' ? 't.merge_request_id is not null' : 'false';
}
