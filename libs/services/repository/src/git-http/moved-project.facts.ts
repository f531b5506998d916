import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { FindMovedProjectQuery } from '@hearth/projects-contracts';
import { GitAccessFacts, hasOwnRights } from './git-access.facts.js';

/** Finds the present paths of projects that were moved or renamed. */
@Injectable()
export class MovedProjectFacts {
  constructor(
    private readonly calls: Calls,
    private readonly gitAccessFacts: GitAccessFacts,
  ) {}

  /**
   * @returns the present full path, if the project that had this path is visible to the caller; else null. For a job's token, only its own
   * project and those that allow it are visible; for a deploy key or token, its projects and public ones.
   */
  async pathOf(path: string, principal: Principal | null): Promise<string | null> {
    const isDeploying = principal !== null && hasOwnRights(principal);
    const user = principal && {
      id: principal.userId,
      admin: principal.admin || isDeploying,
      external: principal.external,
    };
    const { fullPath } = await this.calls.query(FindMovedProjectQuery, { path, user });
    const isLimited = isDeploying || principal?.credential.projectId !== undefined;
    if (fullPath === null || !isLimited) return fullPath;
    const isVisible = (await this.gitAccessFacts.of({ path: fullPath }, principal)) !== null;
    return isVisible ? fullPath : null;
  }
}
