import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { FindMovedProjectQuery } from '@hearth/contracts';

/** Where projects are that had another path before. */
@Injectable()
export class MovedProjectFacts {
  constructor(private readonly calls: Calls) {}

  /** @returns the full path of today, if the caller may see the project that had this path; else null */
  async pathOf(path: string, principal: Principal | null): Promise<string | null> {
    const user = principal && { id: principal.userId, admin: principal.admin, external: principal.external };
    const { fullPath } = await this.calls.query(FindMovedProjectQuery, { path, user });
    return fullPath;
  }
}
