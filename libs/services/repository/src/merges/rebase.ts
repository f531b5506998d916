import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CommitMissing, type RebaseCommand } from '@hearth/repository-contracts';
import { Forbidden } from '@hearth/http';
import { OtherRepositories } from '../copies/other-repositories.js';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { Signature } from '../git/objects/signature.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, refOfBranch, type BranchName } from '../git/refs/ref-name.js';
import { newCommit } from '../git/writes/commit-text.js';
import type { NewObject } from '../git/writes/new-object.js';
import { MoveRefs } from '../journal/move-refs.js';
import { requiresFastForward } from '../protection/push.rules.js';
import { RefChangeRefused } from '../refusals.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { principalOf } from './merge.js';

type Asked = InputOf<typeof RebaseCommand>;
type Rebased = OutputOf<typeof RebaseCommand>;

/** Most commits that are rebased: each takes a merge of trees. */
const MOST_COMMITS = 250;

/**
 * Writes the commits of a branch anew on another commit, and points the branch at them. The ids of the new commits depend on the command alone, so
 * a repetition makes the same ones.
 */
@Injectable()
export class Rebase {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly otherRepositories: OtherRepositories,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /** @throws CommitMissing, WrongStorage, ProjectNotFound, RepositoryBusy, StorageInMaintenance, StorageFull */
  async execute(asked: Asked): Promise<Rebased> {
    const repository = await this.ensureRepository.forChange(asked.projectId);
    const name = parseBranchName(asked.branch);
    const [tip, onto] = [parseObjectId(asked.tip), parseObjectId(asked.onto)];
    if (name === null || tip === null || onto === null) throw CommitMissing();
    await this.fetch(repository, asked, onto);
    const made = await this.make(repository.path, { tip, onto }, asked);
    if (typeof made === 'object') return made;
    return this.move(repository, asked, { name, from: tip, to: made });
  }

  /** Copies the commit to rebase onto, where only the repository of another project has it. */
  private async fetch({ projectId, path }: RepositoryAt, { ontoProjectId }: Asked, onto: ObjectId): Promise<void> {
    if (ontoProjectId === projectId || (await this.git.objects.commit(path, onto))) return;
    await this.otherRepositories.fetch(path, ontoProjectId, onto);
  }

  /** Writes the commits. @returns the id of the last one, or the outcome where there is none */
  private async make(
    path: RepositoryPath,
    { tip, onto }: { tip: ObjectId; onto: ObjectId },
    asked: Asked,
  ): Promise<ObjectId | Rebased> {
    const [before, base] = await Promise.all([this.git.objects.commit(path, tip), this.git.objects.commit(path, onto)]);
    if (!before || !base) throw CommitMissing();
    if (await this.git.ancestry.contains(path, onto, tip)) return tip;
    const ids = await this.git.history.between(path, { from: onto, to: tip, limit: MOST_COMMITS + 1 });
    if (ids.length > MOST_COMMITS) return { outcome: 'too-many-commits', commit: null };
    const commits = await this.git.objects.commits(path, ids);
    const written: NewObject[] = [];
    let last = base;
    // Merges are left out, as git does.
    for (const commit of commits.filter(({ parents }) => parents.length < 2)) {
      const next = await this.onto(path, last, commit, asked);
      if (next === null) return { outcome: 'conflict', commit: null };
      if (next === 'empty') continue;
      written.push(next);
      last = { ...commit, id: next.id, tree: next.tree };
    }
    await this.git.objectsWriter.write(path, written);
    return last.id;
  }

  /** @returns the commit on another parent; `empty` where that has its change already; null for a conflict */
  private async onto(
    path: RepositoryPath,
    onto: Commit,
    commit: Commit,
    { rebaser, rebasedAt }: Asked,
  ): Promise<(NewObject & { readonly tree: ObjectId }) | 'empty' | null> {
    const from = commit.parents[0] ? await this.git.objects.commit(path, commit.parents[0]) : null;
    const tree = await this.git.merges.apply(path, { from, to: commit, onto });
    if (tree === null) return null;
    if (tree === onto.tree && commit.tree !== from?.tree) return 'empty';
    const seconds = Math.floor(Date.parse(rebasedAt) / 1000);
    const committer: Signature = { name: rebaser.name, email: rebaser.email, seconds, offsetMinutes: 0 };
    const { author, message } = commit;
    return { ...(await newCommit({ tree, parents: [onto.id], author, committer, message })), tree };
  }

  private async move(
    repository: RepositoryAt,
    { rebaser, skipCi }: Asked,
    { name, from, to }: { name: BranchName; from: ObjectId; to: ObjectId },
  ): Promise<Rebased> {
    let outcome: Rebased['outcome'] = 'rebased';
    const move = { ref: refOfBranch(name), from, to };
    try {
      const options = skipCi ? ['ci.skip'] : [];
      const writer = { repository, principal: principalOf(rebaser), branch: name, options };
      await this.moveRefs.execute(writer, async (rights) => {
        const tip = (await this.git.branches.find(repository.path, name))?.tip;
        if (tip === to) return [];
        outcome = tip !== from ? 'moved' : requiresFastForward(move, rights) ? 'protected' : 'rebased';
        return outcome === 'rebased' ? [move] : [];
      });
    } catch (error) {
      if (!Forbidden.is(error) && !RefChangeRefused.is(error)) throw error;
      outcome = 'forbidden';
    }
    return { outcome, commit: outcome === 'rebased' ? to : null };
  }
}
