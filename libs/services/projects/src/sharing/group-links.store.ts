import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { isActive } from '../access/levels.finder.js';
import { GroupLinkEntity } from './group-link.entity.js';

/** Share of a project with a group. */
export interface GroupLinkRecord extends ShareTerms {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly groupId: number;
  readonly updatedAt: Date;
}

/** Fields of a share that can be chosen. */
export interface ShareTerms {
  /** Highest level of the group's members in the project. */
  readonly level: number;
  /** `YYYY-MM-DD`, UTC: the first day on which the link no longer counts. */
  readonly expiresAt: string | null;
}

/** Facts about a project that decide whether it can be shared with a group. */
export interface SharedProject {
  /** Its group or an ancestor disables sharing with groups. */
  readonly isLocked: boolean;
  /** The project is in the group or one of its descendants. */
  readonly isInGroup: boolean;
}

const SHARED_PROJECT = `
  select exists (select from namespaces around
      where around.id = any (n.ancestor_ids || n.id) and around.share_with_group_lock) as "isLocked",
    $2::bigint = any (n.ancestor_ids || n.id) as "isInGroup"
  from projects p join namespaces n on n.id = p.namespace_id where p.id = $1`;

/** Prevents the deletion of a group while a project is being shared with it. */
const LOCK_GROUP = `select id from namespaces where id = $1 and kind = 'group' for key share`;

const COLUMNS = `id, project_id as "projectId", group_id as "groupId", level, expires_at::text as "expiresAt",
  updated_at as "updatedAt"`;

const FIND = `
  select ${COLUMNS} from project_group_links link
  where link.project_id = $1 and link.group_id = $2 and ${isActive('link')}`;

/** Expired shares are replaced. */
const DELETE_EXPIRED = `
  delete from project_group_links link where link.project_id = $1 and link.group_id = $2 and not ${isActive('link')}`;

const DELETE_OF_TREE = `
  delete from project_group_links where id = any (array(
    select link.id from project_group_links link where link.group_id = any (array(
      select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint]))
    limit $2))
  returning project_id as "projectId", group_id as "groupId"`;

type Row = GroupLinkRecord & Record<string, unknown>;

/** Shares of projects with groups. */
@Injectable()
export class GroupLinksStore {
  /** Facts for sharing a project with a group. True until the commit only while the project is locked. */
  async sharedProject(tx: Tx, projectId: ProjectId, groupId: number): Promise<SharedProject> {
    const [project] = await tx.prepared<SharedProject & Record<string, unknown>>(SHARED_PROJECT, [projectId, groupId]);
    return project!;
  }

  /** Keeps the group from being deleted until the transaction ends. @returns false when it is gone */
  async lockGroup(tx: Tx, groupId: number): Promise<boolean> {
    const rows = await tx.prepared(LOCK_GROUP, [groupId]);
    return rows.length > 0;
  }

  async find(tx: Tx, projectId: ProjectId, groupId: number): Promise<GroupLinkRecord | undefined> {
    const [link] = await tx.prepared<Row>(FIND, [projectId, groupId]);
    return link;
  }

  /** Call it only where `find` found none, under the project's lock. */
  async insert(tx: Tx, projectId: ProjectId, groupId: number, terms: ShareTerms): Promise<GroupLinkRecord> {
    await tx.prepared(DELETE_EXPIRED, [projectId, groupId]);
    const link = tx.repository(GroupLinkEntity).create({ projectId, groupId, ...terms });
    await tx.repository(GroupLinkEntity).insert(link);
    return link;
  }

  async delete(tx: Tx, { id }: GroupLinkRecord): Promise<void> {
    await tx.repository(GroupLinkEntity).delete({ id });
  }

  /** Ends up to `atMost` shares with a group and its descendants. @returns the ended shares; fewer when no more are left */
  async deleteBelow(
    tx: Tx,
    groupId: number,
    atMost: number,
  ): Promise<Pick<GroupLinkRecord, 'projectId' | 'groupId'>[]> {
    return tx.prepared<Pick<Row, 'projectId' | 'groupId'>>(DELETE_OF_TREE, [groupId, atMost]);
  }
}
