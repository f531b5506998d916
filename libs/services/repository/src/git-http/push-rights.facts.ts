import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { AccessLevel, type Principal, type ProjectAccess } from '@hearth/contract-kit';
import { StillValidQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { BranchName } from '../git/refs/ref-name.js';
import { RefRulesStore } from '../protection/ref-rules.store.js';
import type { PushRights } from '../protection/push.rules.js';
import { RepositoryBusy } from '../refusals.js';
import { GitAccessFacts, hasOwnRights } from './git-access.facts.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';

/** Rights of the pusher, independent of the repository's contents. */
type PusherSide = Pick<PushRights, 'level' | 'collaborationBranches'>;

/** Reads the current data that a push is judged by. */
@Injectable()
export class PushRightsFacts {
  constructor(
    private readonly db: Database,
    private readonly refRulesStore: RefRulesStore,
    private readonly git: Git,
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly calls: Calls,
  ) {}

  /**
   * Uses the access level found at the beginning of the request.
   * @param branch the only one that a collaborator is asked about
   */
  async of(
    repository: RepositoryAt,
    access: ProjectAccess,
    principal: Principal,
    branch?: string,
  ): Promise<PushRights> {
    const [pusherSide, rest] = await Promise.all([
      this.pusherSide(access, principal, branch),
      this.repositorySide(repository),
    ]);
    return { ...pusherSide, ...rest };
  }

  /**
   * Reads everything again, the credential and its user included: a push may take hours, and a right lost in the meantime is lost for this push
   * too.
   * @param branch the only one that a collaborator is asked about
   * @throws RepositoryBusy while the repository is being copied
   */
  async again(repository: RepositoryAt, principal: Principal, branch?: string): Promise<PushRights> {
    const [pusherSide, rest] = await Promise.all([
      this.pusherSideNow(repository, principal, branch),
      this.repositorySide(repository),
    ]);
    return { ...pusherSide, ...rest };
  }

  /** Returns the user's present rights: a former admin has only the level of a membership, if any. */
  private async pusherSideNow(
    { projectId }: RepositoryAt,
    principal: Principal,
    branch: string | undefined,
  ): Promise<PusherSide> {
    const present = await this.presentOf(principal);
    const access = present && (await this.gitAccessFacts.of({ id: projectId }, present));
    if (access?.project.importing) throw RepositoryBusy();
    return present && access
      ? this.pusherSide(access, present, branch)
      : { level: AccessLevel.none, collaborationBranches: [] };
  }

  private async pusherSide(
    access: ProjectAccess,
    principal: Principal,
    branch: string | undefined,
  ): Promise<PusherSide> {
    if (may(abilities.pushCode, access, principal)) return { level: access.level, collaborationBranches: [] };
    const collaborationBranches = await this.gitAccessFacts.collaborationBranches(access, principal, branch);
    return { level: AccessLevel.none, collaborationBranches };
  }

  /** Returns the caller as of now; null when the credential is not accepted any more. The rights of a deploy key are looked up with its access. */
  private async presentOf(principal: Principal): Promise<Principal | null> {
    const { userId, credential } = principal;
    if (hasOwnRights(principal)) return principal;
    const { tokenId, sshKeyId } = credential;
    const { user } = await this.calls.query(StillValidQuery, { userId, tokenId, sshKeyId });
    return user && { ...principal, ...user };
  }

  private async repositorySide({ projectId, path }: RepositoryAt): Promise<Omit<PushRights, keyof PusherSide>> {
    const [{ branches: rules, tags: tagRules }, defaultBranch] = await Promise.all([
      this.refRulesStore.all(this.db, projectId),
      this.git.branches.default(path),
    ]);
    return { rules, tagRules, defaultBranch, empty: await this.isEmpty(path, defaultBranch) };
  }

  /** Checks the default branch first: it nearly always exists, and the check costs no process. */
  private async isEmpty(path: RepositoryPath, defaultBranch: BranchName | null): Promise<boolean> {
    if (defaultBranch !== null && (await this.git.branches.find(path, defaultBranch)) !== null) return false;
    return !(await this.git.refs.hasBranches(path));
  }
}
