import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { AccessLevel, type Principal, type ProjectAccess } from '@hearth/contract-kit';
import { UsersByIds } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/names/paths.js';
import type { BranchName } from '../git/names/ref-name.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import type { PushRights } from '../protection/push.rules.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';

/** What a push is judged by, as it stands at this moment. */
@Injectable()
export class PushRightsFacts {
  constructor(
    private readonly db: Database,
    private readonly protectedBranches: ProtectedBranchesStore,
    private readonly git: Git,
    private readonly access: AccessResolver,
    private readonly calls: Calls,
  ) {}

  /** With the level that was found a moment ago. */
  async of(repository: RepositoryAt, access: ProjectAccess, principal: Principal): Promise<PushRights> {
    return { level: levelOf(access, principal), ...(await this.repositorySide(repository)) };
  }

  /** Asks everything again: a push may take hours, and who has lost a right in the meantime has lost it for this push too. */
  async again(repository: RepositoryAt, principal: Principal): Promise<PushRights> {
    const [access, { users }, rest] = await Promise.all([
      this.access.project({ id: repository.projectId }, principal),
      this.calls.query(UsersByIds, { ids: [principal.userId] }),
      this.repositorySide(repository),
    ]);
    const active = users[0]?.state === 'active';
    return { level: access && active ? levelOf(access, principal) : AccessLevel.none, ...rest };
  }

  private async repositorySide({ projectId, path }: RepositoryAt): Promise<Omit<PushRights, 'level'>> {
    const [rules, defaultBranch] = await Promise.all([
      this.protectedBranches.list(this.db, projectId),
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
