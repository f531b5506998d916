import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { AccessLevel, type Principal, type ProjectAccess, type ProjectReference } from '@hearth/contract-kit';
import { DeployKeyGrantQuery } from '@hearth/identity-contracts';
import { abilities } from '../abilities.js';

/** Resolves the access of git clients to projects: that of the user, or of the deploy key. */
@Injectable()
export class GitAccessFacts {
  constructor(
    private readonly access: AccessResolver,
    private readonly calls: Calls,
  ) {}

  /** @returns null when the project does not exist or is not visible to the caller */
  of(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    const keyId = principal?.credential.deployKeyId;
    return keyId === undefined
      ? this.access.project(reference, principal)
      : this.ofDeployKey(reference, principal!, keyId);
  }

  /**
   * A deploy key reads its projects, whatever the access of its creator, and other projects like anonymous requests. It pushes as its creator, who
   * needs the access level, and as a developer at most: rules for masters alone exclude it.
   */
  private async ofDeployKey(
    reference: ProjectReference,
    principal: Principal,
    keyId: number,
  ): Promise<ProjectAccess | null> {
    // The key may have a project that its creator does not see any more.
    const found = await this.access.project(reference, { ...principal, admin: true });
    if (!found) return null;
    const { project } = found;
    const { grant } = await this.calls.query(DeployKeyGrantQuery, { keyId, projectId: project.id });
    if (!grant) return this.access.project({ id: project.id }, null);
    if (!grant.canPush || !grant.creator) return { project, level: AccessLevel.reporter };
    const { id: userId, admin, external } = grant.creator;
    const creator = { ...principal, userId, admin, external };
    const ofCreator = await this.access.project({ id: project.id }, creator);
    const mayPush = ofCreator !== null && may(abilities.pushCode, ofCreator, creator);
    return { project, level: mayPush ? AccessLevel.developer : AccessLevel.reporter };
  }
}
