import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import type { DeleteMergedBranchCommand } from '@hearth/repository-contracts';
import { Forbidden } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseBranchName, refOfBranch } from '../git/refs/ref-name.js';
import { MoveRefs } from '../journal/move-refs.js';
import { rulesFor } from '../protection/protection.rules.js';
import { RefChangeRefused } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { principalOf } from './merge.js';

/** Deletes the source branch of a merged merge request. */
@Injectable()
export class DeleteMergedBranch {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /**
   * Keeps a branch that has moved on, is protected or the default one, or that the remover may not push to.
   * @returns whether the branch no longer exists
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy
   */
  async execute({ projectId, branch, tip, remover }: InputOf<typeof DeleteMergedBranchCommand>): Promise<boolean> {
    const path = await this.repositoryFacts.path(projectId);
    const name = parseBranchName(branch);
    if (path === null || name === null) return true;
    let isGone = false;
    const writer = { repository: { projectId, path }, principal: principalOf({ ...remover, name: '', email: '' }) };
    try {
      await this.moveRefs.execute(writer, async ({ defaultBranch, rules }) => {
        const found = await this.git.branches.find(path, name);
        const isKept = name === defaultBranch || rulesFor(name, rules).length > 0;
        isGone = found === null;
        if (!found || found.tip !== tip || isKept) return [];
        isGone = true;
        return [{ ref: refOfBranch(name), from: found.tip, to: null }];
      });
    } catch (error) {
      if (Forbidden.is(error) || RefChangeRefused.is(error)) return false;
      throw error;
    }
    return isGone;
  }
}
