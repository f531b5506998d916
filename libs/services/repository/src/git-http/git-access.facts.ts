import { Injectable } from '@nestjs/common';
import { AccessResolver, may, mayHaveAbility } from '@hearth/access';
import { Calls, answerOr } from '@hearth/calls';
import {
  AccessLevel,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type ProjectReference,
} from '@hearth/contract-kit';
import { Forbidden } from '@hearth/http';
import { DeployKeyGrantQuery, DeployTokenGrantQuery } from '@hearth/identity-contracts';
import { CollaborationBranchesQuery } from '@hearth/merge-requests-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { abilities } from '../abilities.js';

/** Resolves the access of git clients to projects: that of the user, or of the deploy key or token. */
@Injectable()
export class GitAccessFacts {
  constructor(
    private readonly access: AccessResolver,
    private readonly calls: Calls,
  ) {}

  /** @returns null when the project does not exist or is not visible to the caller */
  async of(reference: ProjectReference, principal: Principal | null): Promise<ProjectAccess | null> {
    if (!principal || !hasOwnRights(principal)) return this.access.project(reference, principal);
    // The key or token may have a project that its creator does not see any more.
    const found = await this.access.project(reference, { ...principal, admin: true });
    if (!found) return null;
    const { deployKeyId, deployTokenId } = principal.credential;
    const level =
      deployKeyId === undefined
        ? await this.levelOfToken(found, deployTokenId!)
        : await this.levelOfKey(found, principal, deployKeyId);
    const { project } = found;
    return level === null ? this.access.project({ id: project.id }, null) : { project, level };
  }

  /**
   * Returns the branches that a user without the right to push may add commits to, unless they are protected, since open merge requests from them
   * allow it. None for credentials that are not a user's own, and while merge-requests does not answer.
   * @param branch the only one to look at
   */
  async collaborationBranches(
    access: ProjectAccess,
    principal: Principal,
    branch?: string,
  ): Promise<readonly string[]> {
    const isOwn = !hasOwnRights(principal) && principal.credential.projectId === undefined;
    if (!isOwn || !mayHaveAbility(abilities.pushToBranch, access, principal)) return [];
    const asked = { projectId: access.project.id, userId: principal.userId, branch };
    return (await answerOr(this.calls.query(CollaborationBranchesQuery, asked), { branches: [] })).branches;
  }

  /** Whether there are such branches; which one a push may change is checked with the push itself. @param branch the only one to look at */
  async collaborates(access: ProjectAccess, principal: Principal, branch?: string): Promise<boolean> {
    return (await this.collaborationBranches(access, principal, branch)).length > 0;
  }

  /** Requires the right to push to the project, or to the branch as a collaborator. @throws Forbidden */
  async requirePush(access: ProjectAccess, principal: Principal, branch: string): Promise<void> {
    if (may(abilities.pushCode, access, principal)) return;
    if (!(await this.collaborates(access, principal, branch))) throw Forbidden();
  }

  /**
   * A deploy key reads its projects, whatever the access of its creator, and other projects like anonymous requests (null). It pushes as its
   * creator, who needs the access level, and as a developer at most: rules for masters alone exclude it.
   */
  private async levelOfKey(
    { project }: ProjectAccess,
    principal: Principal,
    keyId: number,
  ): Promise<AccessLevel | null> {
    const { grant } = await this.calls.query(DeployKeyGrantQuery, { keyId, projectId: project.id });
    if (!grant) return null;
    if (!grant.canPush || !grant.creator) return AccessLevel.reporter;
    const { id: userId, admin, external } = grant.creator;
    const creator = { ...principal, userId, admin, external };
    const ofCreator = await this.access.project({ id: project.id }, creator);
    const mayPush = ofCreator !== null && may(abilities.pushCode, ofCreator, creator);
    return mayPush ? AccessLevel.developer : AccessLevel.reporter;
  }

  /** A deploy token reads its project, or those in its group and its subgroups, and other projects like anonymous requests (null). */
  private async levelOfToken({ project }: ProjectAccess, tokenId: number): Promise<AccessLevel | null> {
    const { holder } = await this.calls.query(DeployTokenGrantQuery, { tokenId });
    if (!holder) return null;
    const isHeld = holder.kind === 'project' ? holder.id === project.id : await this.isInGroup(project.id, [holder.id]);
    return isHeld ? AccessLevel.reporter : null;
  }

  /** Whether a project is in one of the groups or their subgroups. */
  private async isInGroup(id: ProjectId, groupIds: readonly number[]): Promise<boolean> {
    if (groupIds.length === 0) return false;
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids: [id] });
    return projects[0]?.groupIds.some((each) => groupIds.includes(each)) ?? false;
  }
}

/** Whether the caller's credential is a deploy key or token, which has rights of its own in place of its user's. */
export function hasOwnRights({ credential }: Principal): boolean {
  return credential.deployKeyId !== undefined || credential.deployTokenId !== undefined;
}
