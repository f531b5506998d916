import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { UnlessModified } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseBranchName, refOfBranch } from '../git/refs/ref-name.js';
import { MoveRefs } from '../journal/move-refs.js';
import { BranchNotFound } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Deletes a branch; its commits stay until they are pruned. */
@Injectable()
export class DeleteBranch {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /**
   * @param unlessModified is called with the authored date of the branch's commit
   * @throws BranchNotFound, PreconditionFailed, and the errors of {@link MoveRefs.execute}
   */
  async execute(
    projectId: ProjectId,
    branch: string,
    principal: Principal,
    unlessModified: UnlessModified,
  ): Promise<void> {
    const path = await this.repositoryFacts.path(projectId);
    const name = parseBranchName(branch);
    if (path === null || name === null) throw BranchNotFound();
    await this.moveRefs.execute({ repository: { projectId, path }, principal }, async () => {
      const found = await this.git.branches.find(path, name);
      if (!found) throw BranchNotFound();
      const commit = await this.git.objects.commit(path, found.tip);
      if (commit) unlessModified(new Date(commit.author.seconds * 1000));
      return [{ ref: refOfBranch(name), from: found.tip, to: null }];
    });
  }
}
