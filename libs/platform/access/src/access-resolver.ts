import {
  type AccessAnswer,
  type ActAsAnswer,
  type ActAsQuestion,
  type AccessQuestion,
  type CallContract,
  type GroupAccess,
  type GroupReference,
  type Principal,
  type ProjectAccess,
  type ProjectReference,
  type UserReference,
} from '@hearth/contract-kit';
import type { Calls } from '@hearth/calls';
import type { z } from 'zod';

/** The contracts by which an endpoint's guard asks who may what. */
export interface AccessContracts {
  /** Answers the one access question of a request. */
  readonly resolveAccess: CallContract<z.ZodType<AccessQuestion>, z.ZodType<AccessAnswer>>;
  /** Answers whom an admin acts as. */
  readonly actAs: CallContract<z.ZodType<ActAsQuestion>, z.ZodType<ActAsAnswer>>;
}

/** Asks what a caller may see, afresh for every request: rights are never cached. */
export class AccessResolver {
  constructor(
    private readonly calls: Calls,
    private readonly contracts: AccessContracts,
  ) {}

  /** @returns null when the project is unknown or hidden from the caller */
  async project(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    const { projects } = await this.calls.query(this.contracts.resolveAccess, {
      projects: [reference],
      user: askerOf(principal),
    });
    return projects[0] ?? null;
  }

  /** @returns null when the group is unknown or hidden from the caller */
  async group(reference: GroupReference, principal: Principal | null): Promise<GroupAccess | null> {
    const question = { projects: [], groups: [reference], user: askerOf(principal) };
    const { groups } = await this.calls.query(this.contracts.resolveAccess, question);
    return groups?.[0] ?? null;
  }

  /** The user whom an admin wants to act as. */
  actAs(user: UserReference): Promise<ActAsAnswer> {
    return this.calls.query(this.contracts.actAs, { user });
  }
}

function askerOf(principal: Principal | null): AccessQuestion['user'] {
  return principal && { id: principal.userId, admin: principal.admin, external: principal.external };
}
