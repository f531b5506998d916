import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf, ProjectId } from '@hearth/contract-kit';
import type { InitializeRepositoryCommand } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { parseBranchName, refOfBranch, type BranchName } from '../git/refs/ref-name.js';
import { writeFirstCommit } from '../git/writes/first-commit.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { RefJournal } from '../journal/ref-journal.js';
import { Settlement } from '../journal/settlement.js';
import { EnsureRepository, LATER_FIRST_BRANCH, type RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { FreeSpace } from '../storages/free-space.js';

type Asked = InputOf<typeof InitializeRepositoryCommand>;
type Initialized = OutputOf<typeof InitializeRepositoryCommand>;

const MESSAGE = 'Initial commit';

/** Makes the first commit of a new repository. */
@Injectable()
export class InitializeRepository {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
    private readonly settlement: Settlement,
    private readonly copyPromise: CopyPromise,
    private readonly freeSpace: FreeSpace,
    private readonly git: Git,
  ) {}

  /**
   * Expects that the project exists. A repetition makes no commit and publishes the default branch once more: when the first answer was lost, the
   * first event may be lost too.
   * @throws StorageFull, StorageInMaintenance, WrongStorage, ProjectNotFound, RepositoryBusy, NoCopyReachable, NotCopied
   */
  async execute({ projectId, branch, commit }: Asked): Promise<Initialized> {
    const repository = await this.ensureRepository.forChange(projectId);
    return this.writers.during(projectId, async () => {
      await this.journal.settleOpen(repository);
      if (await this.git.refs.hasBranches(repository.path)) return this.publish(projectId, repository);
      await this.freeSpace.require(repository.path);
      const name = (branch === null ? null : parseBranchName(branch)) ?? LATER_FIRST_BRANCH;
      return this.start(repository, name, commit);
    });
  }

  private async start(repository: RepositoryAt, name: BranchName, commit: Asked['commit']): Promise<Initialized> {
    const { author, readme, committedAt } = commit;
    const signature = { ...author, seconds: Math.floor(Date.parse(committedAt) / 1000), offsetMinutes: 0 };
    const content = { readme, message: MESSAGE, author: signature };
    const to = await writeFirstCommit(this.git.objectsWriter, repository.path, content);
    await this.git.refsWriter.setHead(repository.path, name);
    const moves = [{ ref: refOfBranch(name), from: null, to }];
    const [change] = await this.journal.move(repository, { userId: author.userId, via: 'api', moves, isSettled: true });
    return { sequence: change!.sequence, defaultBranch: name };
  }

  /** HEAD names one of the branches, since every change of branches makes it do so. */
  private async publish(projectId: ProjectId, { path }: RepositoryAt): Promise<Initialized> {
    const defaultBranch = (await this.git.branches.default(path))!;
    const sequence = await this.copyPromise.keepUnjournalled(projectId);
    await this.settlement.publishDefaultBranch(projectId, sequence, defaultBranch);
    return { sequence, defaultBranch };
  }
}
