import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf, Principal, UserId } from '@hearth/contract-kit';
import { CommitMissing, type MergeCommand } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, refOfBranch } from '../git/refs/ref-name.js';
import { newCommit } from '../git/writes/commit-text.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { PushRightsFacts } from '../git-http/push-rights.facts.js';
import { RefJournal } from '../journal/ref-journal.js';
import { mayMergeInto } from '../protection/push.rules.js';
import { KeepAround } from '../refs/keep-around.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { Storages } from '../storages/storages.js';
import { WriteLocks } from '../repositories/write-locks.js';

type Asked = InputOf<typeof MergeCommand>;
type Merged = OutputOf<typeof MergeCommand>;

/**
 * Merges a commit into a branch, and keeps the merge commit from being pruned. Its id depends on the command alone, so a repetition makes the same
 * commit.
 */
@Injectable()
export class Merge {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly pushRightsFacts: PushRightsFacts,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
    private readonly keepAround: KeepAround,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  /** @throws CommitMissing, WrongStorage, ProjectNotFound, RepositoryBusy, StorageInMaintenance */
  async execute(asked: Asked): Promise<Merged> {
    const path = await this.repositoryFacts.path(asked.projectId);
    if (path === null) throw CommitMissing();
    this.storages.requireWritable(path);
    const [ours, theirs] = await this.requireCommits(path, [asked.targetTip, asked.sourceTip]);
    const tree = await this.git.merges.merge(path, ours!, theirs!);
    if (tree === null) return { outcome: 'conflict', commit: null };
    const { name, email } = asked.merger;
    const signature = { name, email, seconds: Math.floor(Date.parse(asked.mergedAt) / 1000), offsetMinutes: 0 };
    const people = { author: signature, committer: signature };
    const commit = await newCommit({ tree, parents: [ours!, theirs!], ...people, message: asked.message });
    await this.git.objectsWriter.write(path, [commit]);
    return this.writers.during(asked.projectId, async () => {
      const merged = await this.move(path, asked, ours!, commit.id);
      if (merged.outcome === 'merged') await this.keepAround.within({ projectId: asked.projectId, path }, [commit.id]);
      return merged;
    });
  }

  /** Returns whether two commits can be merged. @throws CommitMissing, WrongStorage, ProjectNotFound */
  async canMerge({ projectId, targetTip, sourceTip }: Pick<Asked, 'projectId' | 'targetTip' | 'sourceTip'>) {
    const path = await this.repositoryFacts.path(projectId);
    if (path === null) throw CommitMissing();
    const [ours, theirs] = await this.requireCommits(path, [targetTip, sourceTip]);
    return this.git.merges.canMerge(path, ours!, theirs!);
  }

  private async move(path: RepositoryPath, asked: Asked, from: ObjectId, to: ObjectId): Promise<Merged> {
    const { projectId, merger, targetBranch } = asked;
    const repository = { projectId, path };
    await this.journal.settleOpen(repository);
    const branch = parseBranchName(targetBranch);
    const tip = branch && (await this.git.branches.find(path, branch))?.tip;
    if (!branch || !tip) return { outcome: 'moved', commit: null };
    if (await this.git.ancestry.contains(path, to, tip)) return { outcome: 'merged', commit: to };
    if (tip !== from) return { outcome: 'moved', commit: null };
    const rights = await this.pushRightsFacts.again(repository, principalOf(merger));
    if (!mayMergeInto(branch, rights)) return { outcome: 'forbidden', commit: null };
    try {
      const moves = [{ ref: refOfBranch(branch), from, to }];
      await this.journal.move(repository, { userId: merger.userId, via: 'api', moves, isSettled: true });
    } catch (error) {
      if (!(error instanceof RefsRefused)) throw error;
      return { outcome: 'moved', commit: null };
    }
    this.git.commitGraphs.writeSoon(path);
    return { outcome: 'merged', commit: to };
  }

  private requireCommits(path: RepositoryPath, ids: readonly string[]): Promise<ObjectId[]> {
    return Promise.all(
      ids.map(async (text) => {
        const id = parseObjectId(text);
        if (id === null || !(await this.git.objects.commit(path, id))) throw CommitMissing();
        return id;
      }),
    );
  }
}

/** Returns the principal of a user of whom only name and token are known: the user's present rights are read again in any case. */
export function principalOf({ userId, name, email, tokenId }: Asked['merger']): Principal {
  return {
    ...{ userId: userId as UserId, username: '', name, email, admin: false, external: false, projectsLimit: 0 },
    credential: { kind: 'personal', tokenId, scopes: ['api'] },
  };
}
