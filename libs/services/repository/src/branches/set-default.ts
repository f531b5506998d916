import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DefaultBranchMissing, type SetDefaultBranchCommand as Contract } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { RefJournal } from '../journal/ref-journal.js';
import { Settlement } from '../journal/settlement.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';

/** Makes one of a repository's branches its default one. */
@Injectable()
export class SetDefaultBranch {
  constructor(
    private readonly db: Database,
    private readonly ensureRepository: EnsureRepository,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
    private readonly settlement: Settlement,
    private readonly copyPromise: CopyPromise,
    private readonly git: Git,
  ) {}

  /**
   * Expects that the project exists. A repetition moves nothing and publishes the event once more: when the first answer was lost, the first
   * event may be lost too.
   * @returns the sequence of the change
   * @throws DefaultBranchMissing, StorageInMaintenance, WrongStorage, ProjectNotFound, RepositoryBusy, NoCopyReachable, NotCopied
   */
  async execute({ projectId, branch }: InputOf<typeof Contract>): Promise<number> {
    const name = parseBranchName(branch);
    if (name === null) throw DefaultBranchMissing({ branch });
    const repository = await this.ensureRepository.forChange(projectId);
    return this.writers.during(projectId, async () => {
      // Events of earlier changes carry the previous default branch, so they are published first.
      await this.journal.settleOpen(repository);
      if ((await this.git.branches.find(repository.path, name)) === null) throw DefaultBranchMissing({ branch });
      await this.copyPromise.require(this.db, projectId);
      await this.git.refsWriter.setHead(repository.path, name);
      const sequence = await this.copyPromise.keepUnjournalled(projectId);
      await this.settlement.publishDefaultBranch(projectId, sequence, name);
      return sequence;
    });
  }

  /**
   * Sets the branch that an empty repository begins with. Does nothing for a repository with branches and for an invalid branch name.
   * Publishes no event: there is no default branch until the first branch is pushed.
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy
   */
  async begin({ projectId, branch }: InputOf<typeof Contract>): Promise<void> {
    const name = parseBranchName(branch);
    if (name === null) return;
    const repository = await this.ensureRepository.execute(projectId);
    await this.writers.during(projectId, async () => {
      if (await this.git.refs.hasBranches(repository.path)) return;
      await this.git.refsWriter.setHead(repository.path, name);
    });
  }
}
