import {
  type ResolveAccessOutput,
  type ActAsOutput,
  type ActAsInput,
  type ResolveAccessInput,
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

/** Contracts that an endpoint's guard calls. */
export interface AccessContracts {
  /** Resolves the caller's access to the projects and groups of a request. */
  readonly resolveAccess: CallContract<z.ZodType<ResolveAccessInput>, z.ZodType<ResolveAccessOutput>>;
  /** Resolves the user an admin acts as. */
  readonly actAs: CallContract<z.ZodType<ActAsInput>, z.ZodType<ActAsOutput>>;
}

/** Resolves what is visible to a caller, once per request: access is never cached. */
export class AccessResolver {
  constructor(
    private readonly calls: Calls,
    private readonly contracts: AccessContracts,
  ) {}

  /** @returns null when the project does not exist or is not visible to the caller */
  async project(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    return (await this.projects([reference], principal))[0] ?? null;
  }

  /** The same for at most 100 projects, in their order. */
  async projects(
    references: readonly ProjectReference[],
    principal: Principal | null,
  ): Promise<(ProjectAccess | null)[]> {
    const question = { projects: [...references], user: userOf(principal) };
    return (await this.calls.query(this.contracts.resolveAccess, question)).projects;
  }

  /** @returns null when the group does not exist or is not visible to the caller */
  async group(reference: GroupReference, principal: Principal | null): Promise<GroupAccess | null> {
    return (await this.groups([reference], principal))[0] ?? null;
  }

  /** The same for at most 100 groups, in their order. */
  async groups(references: readonly GroupReference[], principal: Principal | null): Promise<(GroupAccess | null)[]> {
    const question = { projects: [], groups: [...references], user: userOf(principal) };
    return (await this.calls.query(this.contracts.resolveAccess, question)).groups ?? [];
  }

  /** Resolves the user whom an admin wants to act as. @param request the request that runs as that user */
  actAs(user: UserReference, request: NonNullable<ActAsInput['request']>): Promise<ActAsOutput> {
    return this.calls.query(this.contracts.actAs, { user, request });
  }
}

function userOf(principal: Principal | null): ResolveAccessInput['user'] {
  return principal && { id: principal.userId, admin: principal.admin, external: principal.external };
}
