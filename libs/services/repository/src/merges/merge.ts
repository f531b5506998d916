import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf, Principal, UserId } from '@hearth/contract-kit';
import { CommitMissing, type MergeCommand } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { Signature } from '../git/objects/signature.js';
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
 * Merges a commit into a branch, and keeps the new tip from being pruned. The ids of the new commits depend on the command alone, so a repetition
 * makes the same ones.
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
    const made = await this.make(path, asked, ours!, theirs!);
    if (made === null) return { outcome: 'conflict', commit: null };
    return this.writers.during(asked.projectId, async () => {
      const outcome = await this.move(path, asked, ours!, made.tip);
      if (outcome !== 'merged') return { outcome, commit: null };
      await this.keepAround.within({ projectId: asked.projectId, path }, [made.tip]);
      return { outcome, commit: made.mergeCommit, squashCommit: made.squashCommit };
    });
  }

  /** Writes the commits of a merge. @returns null where the changes conflict, or the source has to be rebased first */
  private async make(path: RepositoryPath, asked: Asked, ours: ObjectId, theirs: ObjectId): Promise<Made | null> {
    const { method = 'merge', squash, message, merger } = asked;
    if (method !== 'merge' && !(await this.git.ancestry.contains(path, ours, theirs))) return null;
    const committer = signatureOf(merger, asked);
    const squashCommit = squash ? await this.squash(path, [ours, theirs], squash, asked) : null;
    const head = squashCommit ?? theirs;
    if (method === 'ff') return { tip: head, mergeCommit: null, squashCommit };
    const tree = await this.git.merges.merge(path, ours, head);
    if (tree === null) return null;
    const commit = await newCommit({ tree, parents: [ours, head], author: committer, committer, message });
    await this.git.objectsWriter.write(path, [commit]);
    return { tip: commit.id, mergeCommit: commit.id, squashCommit };
  }

  /** Writes one commit on the merge base with the files of the source. */
  private async squash(
    path: RepositoryPath,
    [ours, theirs]: readonly [ObjectId, ObjectId],
    { message, author }: NonNullable<Asked['squash']>,
    asked: Asked,
  ): Promise<ObjectId> {
    const base = await this.git.ancestry.mergeBase(path, [ours, theirs]);
    const { tree } = (await this.git.objects.commit(path, theirs))!;
    const people = { author: signatureOf(author, asked), committer: signatureOf(asked.merger, asked) };
    const commit = await newCommit({ tree, parents: base === null ? [] : [base], ...people, message });
    await this.git.objectsWriter.write(path, [commit]);
    return commit.id;
  }

  /** Returns whether two commits can be merged. @throws CommitMissing, WrongStorage, ProjectNotFound */
  async canMerge({ projectId, targetTip, sourceTip }: Pick<Asked, 'projectId' | 'targetTip' | 'sourceTip'>) {
    const path = await this.repositoryFacts.path(projectId);
    if (path === null) throw CommitMissing();
    const [ours, theirs] = await this.requireCommits(path, [targetTip, sourceTip]);
    return this.git.merges.canMerge(path, ours!, theirs!);
  }

  private async move(path: RepositoryPath, asked: Asked, from: ObjectId, to: ObjectId): Promise<Merged['outcome']> {
    const { projectId, merger, targetBranch } = asked;
    const repository = { projectId, path };
    await this.journal.settleOpen(repository);
    const branch = parseBranchName(targetBranch);
    const tip = branch && (await this.git.branches.find(path, branch))?.tip;
    if (!branch || !tip) return 'moved';
    if (await this.git.ancestry.contains(path, to, tip)) return 'merged';
    if (tip !== from) return 'moved';
    const rights = await this.pushRightsFacts.again(repository, principalOf(merger), branch);
    if (!mayMergeInto(branch, rights)) return 'forbidden';
    try {
      const moves = [{ ref: refOfBranch(branch), from, to }];
      await this.journal.move(repository, { userId: merger.userId, via: 'api', moves, isSettled: true });
    } catch (error) {
      if (!(error instanceof RefsRefused)) throw error;
      return 'moved';
    }
    this.git.commitGraphs.writeSoon(path);
    return 'merged';
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

/** Commits of a merge that were written. */
interface Made {
  /** The branch's tip after the merge. */
  readonly tip: ObjectId;
  readonly mergeCommit: ObjectId | null;
  readonly squashCommit: ObjectId | null;
}

/** Returns author and committer of the commits of a merge. */
export function signatureOf(
  { name, email }: { readonly name: string; readonly email: string },
  { mergedAt }: Pick<Asked, 'mergedAt'>,
): Signature {
  return { name, email, seconds: Math.floor(Date.parse(mergedAt) / 1000), offsetMinutes: 0 };
}

/** Returns the principal of a user of whom only name and token are known: the user's present rights are read again in any case. */
export function principalOf({ userId, name, email, tokenId }: Asked['merger']): Principal {
  return {
    ...{ userId: userId as UserId, username: '', name, email, admin: false, external: false, projectsLimit: 0 },
    credential: { kind: 'personal', tokenId, scopes: ['api'] },
  };
}
