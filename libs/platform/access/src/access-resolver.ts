import {
  type ProjectId,
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
  /** Returns whether jobs of a project may open another one by their tokens: it is allowed, or in one of the groups. */
  readonly jobTokenGrant: CallContract<
    z.ZodType<{ projectId: ProjectId; sourceId: ProjectId }>,
    z.ZodType<{ allowed: boolean; groupIds: number[] }>
  >;
  /** Returns the groups of projects, ancestors included. */
  readonly projectsByIds: CallContract<
    z.ZodType<{ ids: ProjectId[] }>,
    z.ZodType<{ projects: { groupIds: number[] }[] }>
  >;
}

/**
 * Resolves what is visible to a caller, once per request: access is never cached. The token of a job opens the projects that are visible to its
 * user, but of these only its own and those that allow it, public ones included.
 */
export class AccessResolver {
  constructor(
    private readonly calls: Calls,
    private readonly contracts: AccessContracts,
  ) {}

  /** @returns null when the project does not exist or is not visible to the caller */
  async project(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    const [found] = await this.visible([reference], principal);
    return found && (await this.admits(found.project.id, principal)) ? found : null;
  }

  /**
   * The same for at most 100 projects, in their order; of these the token of a job opens only its own.
   * @param redirects whether old paths find their projects, too
   */
  async projects(
    references: readonly ProjectReference[],
    principal: Principal | null,
    { redirects = false }: { readonly redirects?: boolean } = {},
  ): Promise<(ProjectAccess | null)[]> {
    const found = await this.visible(references, principal, redirects);
    const own = principal?.credential.projectId;
    return own === undefined ? found : found.map((access) => (access?.project.id === own ? access : null));
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

  private async visible(
    references: readonly ProjectReference[],
    principal: Principal | null,
    redirects = false,
  ): Promise<(ProjectAccess | null)[]> {
    const question = { projects: [...references], ...(redirects && { redirects }), user: userOf(principal) };
    return (await this.calls.query(this.contracts.resolveAccess, question)).projects;
  }

  /** Whether a project admits the credential: its allowlist limits the tokens of other projects' jobs. */
  private async admits(projectId: ProjectId, principal: Principal | null): Promise<boolean> {
    const own = principal?.credential.projectId as ProjectId | undefined;
    if (own === undefined || own === projectId) return true;
    const question = { projectId, sourceId: own };
    const { allowed, groupIds } = await this.calls.query(this.contracts.jobTokenGrant, question);
    if (allowed || groupIds.length === 0) return allowed;
    const { projects } = await this.calls.query(this.contracts.projectsByIds, { ids: [own] });
    return projects[0]?.groupIds.some((id) => groupIds.includes(id)) ?? false;
  }
}

function userOf(principal: Principal | null): ResolveAccessInput['user'] {
  return principal && { id: principal.userId, admin: principal.admin, external: principal.external };
}
