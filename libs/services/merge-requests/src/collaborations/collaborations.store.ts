import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';

/** Most open merge requests from a fork that are read. */
const MOST_OPEN = 1_000;

const OPEN = `
  select source_branch as "sourceBranch", target_project_id as "targetProjectId", target_branch as "targetBranch",
    author_id as "authorId"
  from merge_requests
  where source_project_id = $1 and target_project_id <> $1 and allow_collaboration and state = 'opened' and deleted_at is null
    and ($2::text is null or source_branch = $2)
  order by id desc limit ${MOST_OPEN}`;

/** Open merge request that wants members of its target to push to its source branch. */
export interface Collaboration {
  readonly sourceBranch: string;
  readonly targetProjectId: ProjectId;
  readonly targetBranch: string;
  readonly authorId: UserId;
}

/** Merge requests from forks with `allow_collaboration`. */
@Injectable()
export class CollaborationsStore {
  /** Returns those from a project, or from one branch of it, the newest first. */
  open(db: Db, sourceProjectId: ProjectId, sourceBranch?: string): Promise<Collaboration[]> {
    return db.prepared<Collaboration & Row>(OPEN, [sourceProjectId, sourceBranch ?? null]);
  }
}
