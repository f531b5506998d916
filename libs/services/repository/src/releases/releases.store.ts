import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, type ListStatements } from '@hearth/http';
import type { ReleaseLink } from '../release-links/release-link.rules.js';

/** The release of a tag. */
export interface Release {
  readonly id: number;
  readonly tag: string;
  /** The tag where none was given. */
  readonly name: string;
  readonly description: string;
  /** Null for releases of versions that did not store it. */
  readonly authorId: number | null;
  readonly milestoneIds: readonly number[];
  readonly createdAt: Date;
  readonly releasedAt: Date;
  /** The newest first. */
  readonly links: readonly ReleaseLink[];
}

export interface NewRelease {
  readonly tag: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly authorId: number;
  readonly milestoneIds?: readonly number[];
  /** By default now. */
  readonly releasedAt?: Date | undefined;
}

/** Changes to apply; `undefined` leaves a field as it is. */
export interface ReleaseChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly milestoneIds?: readonly number[] | undefined;
  readonly releasedAt?: Date | undefined;
}

export interface ReleasesOrder {
  readonly orderBy: 'released_at' | 'created_at';
  readonly sort: 'asc' | 'desc';
}

const LINKS = `(select coalesce(jsonb_agg(jsonb_build_object('id', link.id, 'name', link.name, 'url', link.url,
      'filepath', link.filepath, 'linkType', link.link_type) order by link.id desc), '[]')
    from release_links as link where link.release_id = releases.id) as links`;

const COLUMNS = `id, tag, coalesce(name, tag) as name, description, author_id as "authorId",
  to_jsonb(milestone_ids) as "milestoneIds", created_at as "createdAt", released_at as "releasedAt", ${LINKS}`;

const OF_TAGS = 'select tag, description from releases where project_id = $1 and tag = any($2::text[])';

const RELEASED = `select distinct project_id as id from releases
  where project_id = any ((select $1::bigint[])::bigint[]) order by 1`;

const FIND = `select ${COLUMNS} from releases where project_id = $1 and tag = $2`;

const LOCK = 'select id from releases where project_id = $1 and tag = $2 for update';

const LATEST = `select tag from releases where project_id = $1 order by released_at desc, id desc limit 1`;

const NEWEST = `select ${COLUMNS} from releases where project_id = $1 order by created_at desc, id desc limit 1`;

const INSERT = `insert into releases (project_id, tag, name, description, author_id, milestone_ids, released_at)
  values ($1, $2, $3, $4, $5, $6, coalesce($7, now()))
  on conflict (project_id, tag) do nothing returning ${COLUMNS}`;

const UPDATE = `update releases set name = coalesce($3, name), description = coalesce($4, description),
    milestone_ids = coalesce($5::bigint[], milestone_ids), released_at = coalesce($6::timestamptz, released_at),
    updated_at = now()
  where project_id = $1 and tag = $2 returning ${COLUMNS}`;

const DELETE_OF = `delete from releases where project_id = $1 and tag = any($2::text[]) returning ${COLUMNS}`;

const REASSIGN_SOME = `update releases set author_id = $2
  where id in (select id from releases where author_id = $1 limit $3) returning id`;

/** All SQL about releases. Their links are deleted with them. */
@Injectable()
export class ReleasesStore {
  /** Returns tag and text of the releases of those tags that have one. */
  ofTags(db: Db, projectId: ProjectId, tags: readonly string[]): Promise<Pick<Release, 'tag' | 'description'>[]> {
    return db.prepared<Pick<Release, 'tag' | 'description'> & Row>(OF_TAGS, [projectId, tags]);
  }

  /** Returns the projects with releases among these, ordered by id. */
  async released(db: Db, ids: readonly ProjectId[]): Promise<ProjectId[]> {
    return (await db.prepared<{ id: ProjectId }>(RELEASED, [ids])).map(({ id }) => id);
  }

  /** Returns the statements for a list of the releases of projects. */
  pages(ids: readonly ProjectId[], { orderBy, sort }: ReleasesOrder): ListStatements {
    return plainList({
      columns: COLUMNS,
      rows: (parameter) => `from releases where project_id = any (${parameter(ids)}::bigint[])`,
      order: `${orderBy} ${sort}, id ${sort}`,
    });
  }

  async find(db: Db, projectId: ProjectId, tag: string): Promise<Release | undefined> {
    return (await db.prepared<Release & Row>(FIND, [projectId, tag]))[0];
  }

  /** Like {@link find}, and locks the release until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId, tag: string): Promise<Release | undefined> {
    const rows = await tx.prepared(LOCK, [projectId, tag]);
    // A second statement: the first one sees links as they were before it waited for the lock.
    return rows.length === 0 ? undefined : this.find(tx, projectId, tag);
  }

  /** Returns the tag that was released last; undefined without a release. */
  async latest(db: Db, projectId: ProjectId): Promise<string | undefined> {
    return (await db.prepared<{ tag: string }>(LATEST, [projectId]))[0]?.tag;
  }

  /** Returns the release that was created last; undefined without one. */
  async newest(db: Db, projectId: ProjectId): Promise<Release | undefined> {
    return (await db.prepared<Release & Row>(NEWEST, [projectId]))[0];
  }

  /** Returns undefined when the tag already has one. */
  async insert(tx: Tx, projectId: ProjectId, release: NewRelease): Promise<Release | undefined> {
    const { tag, name, description, authorId, milestoneIds = [], releasedAt } = release;
    const values = [projectId, tag, name ?? null, description, authorId, milestoneIds, releasedAt ?? null];
    return (await tx.prepared<Release & Row>(INSERT, values))[0];
  }

  /** Returns undefined when the tag has none. */
  async update(tx: Tx, projectId: ProjectId, tag: string, changes: ReleaseChanges): Promise<Release | undefined> {
    const { name, description, milestoneIds, releasedAt } = changes;
    const values = [name, description, milestoneIds, releasedAt].map((value) => value ?? null);
    return (await tx.prepared<Release & Row>(UPDATE, [projectId, tag, ...values]))[0];
  }

  /** Returns the deleted releases. */
  deleteOf(tx: Tx, projectId: ProjectId, tags: readonly string[]): Promise<Release[]> {
    return tx.prepared<Release & Row>(DELETE_OF, [projectId, tags]);
  }

  /** Changes the author of at most `limit` releases; returns their number. */
  async reassignSome(tx: Tx, authorId: number, newAuthorId: number, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [authorId, newAuthorId, limit])).length;
  }
}
