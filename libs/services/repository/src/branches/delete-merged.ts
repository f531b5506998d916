import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OpenBranchesQuery } from '@hearth/merge-requests-contracts';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { refOfBranch, type BranchName } from '../git/refs/ref-name.js';
import { MoveRefs, type RefWriter } from '../journal/move-refs.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import type { PushRights } from '../protection/push.rules.js';
import { rulesFor } from '../protection/protection.rules.js';

/** Branches checked under one lock of the repository. Other writers get the lock in between. */
const AT_ONCE = 500;

/** Deletes the branches that are merged into the default branch, except protected ones and those of open merge requests. */
@Injectable()
export class DeleteMergedBranches {
  constructor(
    private readonly calls: Calls,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /** @throws the errors of {@link MoveRefs.execute}; the branches of earlier batches stay deleted */
  async execute(writer: RefWriter): Promise<void> {
    const { projectId, path } = writer.repository;
    const needed = await this.calls.query(OpenBranchesQuery, { projectId });
    const kept = new Set(needed.branches);
    const names = (await this.git.branches.list(path)).map(({ name }) => name).filter((name) => !kept.has(name));
    for (let index = 0; index < names.length; index += AT_ONCE)
      await this.moveRefs.execute(writer, (rights) =>
        this.deletionsOf(path, names.slice(index, index + AT_ONCE), rights),
      );
  }

  private async deletionsOf(
    path: RepositoryPath,
    names: readonly BranchName[],
    { defaultBranch, rules }: PushRights,
  ): Promise<RefMove[]> {
    const tips = await this.git.refs.tips(path, names.map(refOfBranch));
    const branches = names.flatMap((name, index) => {
      const tip = tips[index];
      return !tip || name === defaultBranch || rulesFor(name, rules).length > 0 ? [] : [{ name, tip }];
    });
    const merged = await this.git.branches.merged(path, branches);
    return branches
      .filter(({ tip }) => merged.has(tip))
      .map(({ name, tip }) => ({ ref: refOfBranch(name), from: tip, to: null }));
  }
}
