import {
  type AccessAnswer,
  type AccessQuestion,
  type CallContract,
  type Principal,
  type ProjectAccess,
  type ProjectReference,
} from '@hearth/contract-kit';
import type { Calls } from '@hearth/calls';
import type { z } from 'zod';

/** The contract that answers the one access question of a request. */
export type AccessContract = CallContract<z.ZodType<AccessQuestion>, z.ZodType<AccessAnswer>>;

/** Asks what a caller may see, afresh for every request: rights are never cached. */
export class AccessResolver {
  constructor(
    private readonly calls: Calls,
    private readonly contract: AccessContract,
  ) {}

  /** @returns null when the project is unknown or hidden from the caller */
  async project(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    const user = principal && { id: principal.userId, admin: principal.admin, external: principal.external };
    const { projects } = await this.calls.query(this.contract, { projects: [reference], user });
    return projects[0] ?? null;
  }
}
