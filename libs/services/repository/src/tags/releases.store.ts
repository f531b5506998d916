import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** The release text of a tag. */
export interface Release {
  readonly tag: string;
  readonly description: string;
}

const OF_TAGS = 'select tag, description from releases where project_id = $1 and tag = any($2::text[])';

const INSERT = `insert into releases (project_id, tag, description) values ($1, $2, $3)
  on conflict (project_id, tag) do nothing returning tag, description`;

const UPDATE = `update releases set description = $3, updated_at = now()
  where project_id = $1 and tag = $2 returning tag, description`;

const DELETE_OF = 'delete from releases where project_id = $1 and tag = any($2::text[])';

const DELETE_SOME = `delete from releases
  where id in (select id from releases where project_id = $1 order by id limit $2) returning id`;

/** All SQL about release texts. */
@Injectable()
export class ReleasesStore {
  /** Returns the release texts of those tags that have one. */
  ofTags(db: Db, projectId: ProjectId, tags: readonly string[]): Promise<Release[]> {
    return db.prepared<Release & Row>(OF_TAGS, [projectId, tags]);
  }

  /** Returns undefined when the tag already has one. */
  async insert(tx: Tx, projectId: ProjectId, { tag, description }: Release): Promise<Release | undefined> {
    return (await tx.prepared<Release & Row>(INSERT, [projectId, tag, description]))[0];
  }

  /** Returns undefined when the tag has none. */
  async update(tx: Tx, projectId: ProjectId, { tag, description }: Release): Promise<Release | undefined> {
    return (await tx.prepared<Release & Row>(UPDATE, [projectId, tag, description]))[0];
  }

  async deleteOf(tx: Tx, projectId: ProjectId, tags: readonly string[]): Promise<void> {
    await tx.prepared(DELETE_OF, [projectId, tags]);
  }

  /** Deletes at most `limit` release texts of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
