import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectReference } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { abilities } from '../abilities.js';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';

/** Resolves the present rights of the users of bridges. */
@Injectable()
export class DownstreamAccessFacts {
  constructor(
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
  ) {}

  /** Returns a user; null for one who was deleted or is blocked. */
  async principal(id: number): Promise<Principal | null> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    return blocked ? null : principal;
  }

  /** Returns the access of a user who may create pipelines of a project. */
  async of(project: ProjectReference, principal: Principal): Promise<ProjectAccess | BridgeFailureReason> {
    const access = await this.accessResolver.project(project, principal);
    if (!access) return 'downstream_bridge_project_not_found';
    return may(abilities.createPipeline, access, principal) ? access : 'insufficient_bridge_permissions';
  }
}
