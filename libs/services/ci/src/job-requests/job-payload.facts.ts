import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery, UsersByIdsQuery, type ProjectName, type UserCard } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { BuildsStore, type RunnableBuild } from '../builds/builds.store.js';
import { JobNotFound } from '../refusals.js';

/** A job as its runner gets it. */
export interface JobPayload {
  readonly build: RunnableBuild;
  readonly project: ProjectName;
  /** Null where nobody has started it. */
  readonly user: UserCard | null;
  /** By which the job calls. */
  readonly token: string;
}

/** What runners get of jobs. */
@Injectable()
export class JobPayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly calls: Calls,
  ) {}

  /** @throws JobNotFound */
  async of(projectId: ProjectId, id: number, token: string): Promise<JobPayload> {
    const build = await this.buildsStore.findRunnable(this.db, id);
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids: [projectId] });
    const [project] = projects;
    if (!build || !project) throw JobNotFound();
    const ids = build.userId === null ? [] : [build.userId];
    const { users } = ids.length > 0 ? await this.calls.query(UsersByIdsQuery, { ids }) : { users: [] };
    return { build, project, user: users[0] ?? null, token };
  }
}
