import { Injectable } from '@nestjs/common';
import type { AccessLevel, Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { accessTo } from '../../members/members.store.js';
import { ProjectEntity, type ImportStatus, type ProjectSettings } from '../project.entity.js';

/** A project as a change of it needs to know it, with its namespace; both are locked. */
export interface LockedProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly visibility: Visibility;
  readonly importStatus: ImportStatus;
  readonly namespace: { readonly id: number; readonly fullPath: string; readonly visibility: Visibility };
  /** Of the user who asked; admins are owners everywhere. */
  readonly level: AccessLevel;
}

const access = accessTo('p', 'n', { user: '$2::bigint', admin: '$3::boolean', external: 'false' });

/**
 * From the outside in, as everybody locks. What is read under the lock is read by a statement of its own: one that waited sees the paths
 * and the members as they were before the wait.
 */
const LOCK = `
  select p.id from namespaces n join projects p on p.namespace_id = n.id
  where p.id = $1
  for no key update of n, p`;

const READ = `
  select p.id, p.name, p.path, p.visibility, p.import_status as "importStatus", route.path as "fullPath", n.id as "namespaceId",
    home.path as "namespacePath", n.visibility as "namespaceVisibility", ${access.level} as level
  from projects p
  join namespaces n on n.id = p.namespace_id
  join routes home on home.namespace_id = n.id
  join routes route on route.project_id = p.id
  where p.id = $1`;

const NAMESPACE_OF = 'select namespace_id as id from projects where id = $1';

const ARCHIVE = 'update projects set archived = $2, updated_at = now() where id = $1 and archived <> $2';

/** A project that is transferred while somebody waits for it is looked for once more. */
const LOOKS = 3;

interface LockedRow extends Omit<LockedProject, 'namespace'> {
  readonly namespaceId: number;
  readonly namespacePath: string;
  readonly namespaceVisibility: Visibility;
}

/** What a change of a project reads and writes. */
@Injectable()
export class ChangedProjectsStore {
  /** Locks a project with its namespace until the transaction ends. @returns undefined when it is gone */
  async lock(tx: Tx, id: ProjectId, { userId, admin }: Principal): Promise<LockedProject | undefined> {
    for (let look = 1; look <= LOOKS; look++) {
      const locked = await tx.prepared(LOCK, [id]);
      if (locked.length === 0) continue;
      const [row] = await tx.prepared<LockedRow & Record<string, unknown>>(READ, [id, userId, admin]);
      const { namespaceId, namespacePath, namespaceVisibility, ...project } = row!;
      return {
        ...project,
        namespace: { id: namespaceId, fullPath: namespacePath, visibility: namespaceVisibility },
      };
    }
    return undefined;
  }

  /** In which namespace a project is at the moment. */
  async namespaceOf(tx: Tx, id: ProjectId): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(NAMESPACE_OF, [id]);
    return row?.id;
  }

  /** What is undefined stays. */
  async update(
    tx: Tx,
    id: ProjectId,
    columns: Partial<ProjectSettings & Pick<ProjectEntity, 'name' | 'path' | 'namespaceId'>>,
  ): Promise<void> {
    await tx.repository(ProjectEntity).update({ id }, { ...columns, updatedAt: () => 'now()' });
  }

  /** Repeating it changes nothing. */
  async setArchived(tx: Tx, id: ProjectId, archived: boolean): Promise<void> {
    await tx.prepared(ARCHIVE, [id, archived]);
  }
}
