import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { FindMovedProjectQuery, ResolveAccessQuery } from '@hearth/projects-contracts';

/** Finds the present paths of projects that were moved or renamed. */
@Injectable()
export class MovedProjectFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * @returns the present full path, if the project that had this path is visible to the caller; else null. For a job's token, only its own
   * project is visible.
   */
  async pathOf(path: string, principal: Principal | null): Promise<string | null> {
    const user = principal && { id: principal.userId, admin: principal.admin, external: principal.external };
    const { fullPath } = await this.calls.query(FindMovedProjectQuery, { path, user });
    const only = principal?.credential.projectId;
    if (fullPath === null || only === undefined) return fullPath;
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [{ path: fullPath }], user });
    return projects[0]?.project.id === only ? fullPath : null;
  }
}
