import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId, Visibility } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { personJson, type PersonRecord } from '../issues/issues.finder.js';
import type { SnippetColumns } from './snippet.rules.js';

/** Snippet as a complete record, without its content. */
export interface SnippetRecord extends Omit<SnippetColumns, 'content'> {
  readonly id: number;
  /** Null: a personal one. */
  readonly projectId: ProjectId | null;
  /** Full path of its project. */
  readonly projectPath: string | null;
  readonly author: PersonRecord;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Snippet with the facts that a write needs, locked. */
export interface LockedSnippet extends SnippetColumns {
  readonly id: number;
  readonly authorId: UserId;
  readonly updatedAt: Date;
}

/** Times of creation, both included; undefined: no bound. */
export interface CreatedBetween {
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Scope of a list of snippets. */
export type SnippetScope =
  | { readonly of: 'project'; readonly projectId: ProjectId; readonly visibilities: readonly Visibility[] }
  | { readonly of: 'author'; readonly authorId: UserId }
  | { readonly of: 'public' }
  | ({ readonly of: 'all' } & CreatedBetween);

const RECORD = `s.id, s.project_id as "projectId", route.path as "projectPath", s.title, s.file_name as "fileName", s.description,
  s.visibility, s.created_at as "createdAt", s.updated_at as "updatedAt", ${personJson('author')} as author`;
const SOURCES = `join namespaces author on author.owner_user_id = s.author_id
  left join routes route on route.project_id = s.project_id`;
const IN_PLACE = 's.project_id is not distinct from $2::bigint';

const FIND = `select ${RECORD} from snippets s ${SOURCES} where s.id = $1 and ${IN_PLACE}`;
const CONTENT = `select s.content from snippets s where s.id = $1`;
const LOCK = `
  select s.id, s.author_id as "authorId", s.title, s.file_name as "fileName", s.description, s.content, s.visibility,
    s.updated_at as "updatedAt"
  from snippets s where s.id = $1 and ${IN_PLACE} for no key update`;
const INSERT = `
  insert into snippets (project_id, author_id, title, file_name, description, content, visibility)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`;
const UPDATE = `
  update snippets set title = $2, file_name = $3, description = $4, content = $5, visibility = $6, updated_at = now()
  where id = $1`;

/** All SQL about snippets; a project id of null means personal ones. */
@Injectable()
export class SnippetsStore {
  /** Returns a page of snippets, newest first. */
  page(db: Db, scope: SnippetScope, request: PageRequest): Promise<Page<SnippetRecord>> {
    const { where, values } = conditions(scope);
    const [limit, offset] = [values.length + 1, values.length + 2];
    return readPage<SnippetRecord & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select ${RECORD} from (select * from snippets s where ${where} order by s.id desc limit $${limit} offset $${offset}) s
         ${SOURCES} order by s.id desc`,
        [...values, perPage, (page - 1) * perPage],
      ],
      count: (most) => [
        `select count(*)::int as count from (select from snippets s where ${where} limit $${limit}) counted`,
        [...values, most],
      ],
    });
  }

  async find(db: Db, projectId: ProjectId | null, id: number): Promise<SnippetRecord | undefined> {
    const [snippet] = await db.prepared<SnippetRecord & Row>(FIND, [id, projectId]);
    return snippet;
  }

  /** @returns undefined when it was deleted meanwhile */
  async content(db: Db, id: number): Promise<string | undefined> {
    const [row] = await db.prepared<{ content: string }>(CONTENT, [id]);
    return row?.content;
  }

  async lock(tx: Tx, projectId: ProjectId | null, id: number): Promise<LockedSnippet | undefined> {
    const [snippet] = await tx.prepared<LockedSnippet & Row>(LOCK, [id, projectId]);
    return snippet;
  }

  /** @returns its id */
  async insert(tx: Tx, projectId: ProjectId | null, authorId: UserId, snippet: SnippetColumns): Promise<number> {
    const { title, fileName, description, content, visibility } = snippet;
    const values = [projectId, authorId, title, fileName, description, content, visibility];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  async update(tx: Tx, id: number, snippet: SnippetColumns): Promise<void> {
    const { title, fileName, description, content, visibility } = snippet;
    await tx.prepared(UPDATE, [id, title, fileName, description, content, visibility]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from snippets where id = $1', [id]);
  }
}

function conditions(scope: SnippetScope): { where: string; values: unknown[] } {
  switch (scope.of) {
    case 'project':
      return {
        where: 's.project_id = $1 and s.visibility = any ($2::text[])',
        values: [scope.projectId, scope.visibilities],
      };
    case 'author':
      return { where: 's.author_id = $1 and s.project_id is null', values: [scope.authorId] };
    case 'public':
      return { where: `s.project_id is null and s.visibility = 'public'`, values: [] };
    case 'all': {
      const { createdAfter, createdBefore } = scope;
      if (!createdAfter && !createdBefore) return { where: 'true', values: [] };
      return {
        where: `s.created_at between coalesce($1::timestamptz, '-infinity') and coalesce($2::timestamptz, 'infinity')`,
        values: [createdAfter ?? null, createdBefore ?? null],
      };
    }
  }
}
