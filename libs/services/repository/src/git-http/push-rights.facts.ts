import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { AccessLevel, type Principal, type ProjectAccess } from '@hearth/contract-kit';
import { StillValidQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { BranchName } from '../git/refs/ref-name.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import type { PushRights } from '../protection/push.rules.js';
import { RepositoryBusy } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';

/** What a push is judged by, as it stands at this moment. */
@Injectable()
export class PushRightsFacts {
  constructor(
    private readonly db: Database,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly git: Git,
    private readonly access: AccessResolver,
    private readonly calls: Calls,
  ) {}

  /** With the level that was found a moment ago. */
  async of(repository: RepositoryAt, access: ProjectAccess, principal: Principal): Promise<PushRights> {
    return { level: levelOf(access, principal), ...(await this.repositorySide(repository)) };
  }

  /**
   * Asks everything again, of the credential and its user as well: a push may take hours, and who has lost a right in the meantime has lost
   * it for this push too.
   * @throws RepositoryBusy while the repository is being copied
   */
  async again(repository: RepositoryAt, principal: Principal): Promise<PushRights> {
    const [level, rest] = await Promise.all([this.levelNow(repository, principal), this.repositorySide(repository)]);
    return { level, ...rest };
  }

  /** The user's level by what the user is now: an admin who is one no longer has the level of a member, if any. */
  private async levelNow({ projectId }: RepositoryAt, principal: Principal): Promise<AccessLevel> {
    const { userId, credential } = principal;
    const { user } = await this.calls.query(StillValidQuery, { userId, tokenId: credential.tokenId });
    if (user === null) return AccessLevel.none;
    const present = { ...principal, ...user };
    const access = await this.access.project({ id: projectId }, present);
    if (access?.project.importing) throw RepositoryBusy();
    return access ? levelOf(access, present) : AccessLevel.none;
  }

  private async repositorySide({ projectId, path }: RepositoryAt): Promise<Omit<PushRights, 'level'>> {
    const [rules, defaultBranch] = await Promise.all([
      this.protectedBranchesStore.list(this.db, projectId),
      this.git.branches.default(path),
    ]);
    return { rules, defaultBranch, empty: await this.isEmpty(path, defaultBranch) };
  }

  /** The default branch is asked for first: it is nearly always there, and that costs no process. */
  private async isEmpty(path: RepositoryPath, defaultBranch: BranchName | null): Promise<boolean> {
    if (defaultBranch !== null && (await this.git.branches.find(path, defaultBranch)) !== null) return false;
    return !(await this.git.refs.hasBranches(path));
  }
}

function levelOf(access: ProjectAccess, principal: Principal): AccessLevel {
  return may(abilities.pushCode, access, principal) ? access.level : AccessLevel.none;
}
