import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectReference } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';
import { JobUserFacts } from '../job-requests/job-user.facts.js';

/** Resolves the present rights of the users of bridges. */
@Injectable()
export class DownstreamAccessFacts {
  constructor(
    private readonly jobUserFacts: JobUserFacts,
    private readonly accessResolver: AccessResolver,
  ) {}

  /** Returns a user; null for one who was deleted or is blocked. */
  principal(id: number): Promise<Principal | null> {
    return this.jobUserFacts.principal(id);
  }

  /** Returns the access of a user who may read the pipelines of a project. */
  async upstream(project: ProjectReference, principal: Principal): Promise<ProjectAccess | BridgeFailureReason> {
    const access = await this.accessResolver.project(project, principal);
    if (!access) return 'upstream_bridge_project_not_found';
    return may(abilities.readPipeline, access, principal) ? access : 'insufficient_upstream_permissions';
  }

  /** Returns the access of a user who may create pipelines of a project. */
  async of(project: ProjectReference, principal: Principal): Promise<ProjectAccess | BridgeFailureReason> {
    const access = await this.accessResolver.project(project, principal);
    if (!access) return 'downstream_bridge_project_not_found';
    return may(abilities.createPipeline, access, principal) ? access : 'insufficient_bridge_permissions';
  }
}
