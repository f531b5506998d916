import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import { nearest } from './nearest.finder.js';

const AT_ONCE = 1_000;

const COLUMNS = `p.id as "projectId", ${nearest('repository_copies')} as copies`;

const OF_PROJECT = `select ${COLUMNS} from projects p join namespaces n on n.id = p.namespace_id where p.id = $1`;

const IN_NAMESPACE = `select ${COLUMNS} from projects p join namespaces n on n.id = p.namespace_id
  where (n.id = $1::bigint or n.ancestor_ids @> array[$1::bigint]) and p.id > $2 order by p.id limit ${AT_ONCE}`;

/** Number of storages for the repository of a project; null: the setting of the instance. */
export interface WantedCopies extends Row {
  readonly projectId: ProjectId;
  readonly copies: number | null;
}

/** Numbers of storages for repositories: as set for the project, or for the nearest group around it. */
@Injectable()
export class RepositoryCopiesStore {
  /** Returns nothing for a project that is gone. */
  ofProject(db: Db, projectId: ProjectId): Promise<WantedCopies[]> {
    return db.prepared<WantedCopies>(OF_PROJECT, [projectId]);
  }

  /** Returns up to 1000 projects in a namespace and below it, after a project, in the order of their ids. */
  inNamespace(db: Db, namespaceId: number, after: number): Promise<WantedCopies[]> {
    return db.prepared<WantedCopies>(IN_NAMESPACE, [namespaceId, after]);
  }
}
