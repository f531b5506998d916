import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, refOfBranch, type BranchName, type RefName } from '../git/refs/ref-name.js';
import { ObjectsRefused } from '../git/writes/objects-writer.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { GitAccessFacts } from '../git-http/git-access.facts.js';
import { PushRightsFacts } from '../git-http/push-rights.facts.js';
import { PushSizeFacts } from '../git-http/push-size.facts.js';
import { LockedFilesFacts } from '../lfs-locks/locked-files.facts.js';
import { MoveRefs } from './move-refs.js';
import {
  isPusher,
  mayPushToBranch,
  PUSH_REFUSALS,
  requiresFastForward,
  type PushRights,
} from '../protection/push.rules.js';
import {
  BranchMoved,
  CommitRefused,
  NewBranchInvalid,
  NotOnBranch,
  PushToBranchRefused,
  RefNameConflicts,
  RepositoryBusy,
  RepositoryFull,
  StartBranchConflict,
  StorageFull,
} from '../refusals.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';

/** Parent and repository of a new commit. */
export interface CommitBase {
  readonly repository: RepositoryPath;
  /** Null for the first commit of a repository. */
  readonly parent: Commit | null;
}

/** Commit to add to a branch. */
export interface BranchCommit {
  /** As found at the beginning of the request. */
  readonly access: ProjectAccess;
  readonly principal: Principal;
  readonly branch: string;
  /** Branch from which a new branch is created. */
  readonly startBranch?: string;
  /** Finds the commit in place of the start branch's tip, and stores it; undefined: there is none. */
  readonly start?: (repository: RepositoryAt) => Promise<ObjectId | undefined>;
  /** Whether to replace an existing branch by a commit on the start. */
  readonly force?: boolean;
  /** Approximate size of the commit's files; undefined when it has none of its own. */
  readonly bytes?: number;
  /** Makes the commit. Called again, under the repository's write lock, when the branch has moved in the meantime. */
  readonly make: (base: CommitBase) => Promise<ObjectId>;
}

/** Target of a commit: the branch's ref, its tip, and the commit's parent. */
interface Place {
  readonly ref: RefName;
  readonly from: ObjectId | null;
  readonly parent: ObjectId | null;
}

/** Commit whose start has been found. */
type PlacedCommit = Omit<BranchCommit, 'start'> & { readonly start: ObjectId | undefined };

/** Move of the branch to the commit. */
type BranchMove = Pick<Place, 'ref' | 'from'> & { readonly to: ObjectId };

/** Refusals of {@link CommitToBranch}, for the `refuses` of endpoints. */
export const COMMIT_REFUSALS = [
  ...[PushToBranchRefused, NotOnBranch, StartBranchConflict, NewBranchInvalid],
  ...[CommitRefused, BranchMoved, RepositoryBusy, RepositoryFull, StorageFull],
] as const;

/**
 * Makes a commit for an API request and moves its branch to it. The objects are stored first, while other writers continue. Then, under the
 * repository's write lock, the permissions are resolved again, and the branch is moved from exactly the tip that the commit was made on.
 */
@Injectable()
export class CommitToBranch {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly pushRightsFacts: PushRightsFacts,
    private readonly pushSizeFacts: PushSizeFacts,
    private readonly lockedFilesFacts: LockedFilesFacts,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /**
   * @returns the id of the new commit
   * @throws Forbidden, {@link COMMIT_REFUSALS}, StorageInMaintenance, ProjectNotFound, WrongStorage, and the errors of `make`
   */
  async execute(commit: BranchCommit): Promise<ObjectId> {
    const { access, principal, branch } = commit;
    await this.gitAccessFacts.requirePush(access, principal, branch);
    const repository = await this.ensureRepository.forChange(access.project.id);
    const rightsBefore = await this.pushRightsFacts.of(repository, access, principal, branch);
    await this.requireBranch(repository, branch, rightsBefore);
    await this.pushSizeFacts.requireRoom(repository, access, commit.bytes);
    // Only now: the start may be fetched, with its whole history.
    const placed = { ...commit, start: await commit.start?.(repository) };
    const seen = await this.place(repository, placed, rightsBefore);
    let made = await this.make(repository, seen, commit);
    try {
      await this.moveRefs.execute({ repository, principal, branch }, async (rights) => {
        await this.requireBranch(repository, branch, rights);
        const { ref, from, parent } = await this.place(repository, placed, rights);
        if (parent !== seen.parent) made = await this.make(repository, { ref, from, parent }, commit);
        const move = { ref, from, to: made };
        if (from !== parent && !(await this.mayForce(repository, move, rights)))
          throw CommitRefused({ reason: PUSH_REFUSALS.forcePushProtectedBranch });
        return [move];
      });
    } catch (error) {
      if (RefNameConflicts.is(error)) throw NewBranchInvalid({ branch });
      if (error instanceof RefsRefused) throw BranchMoved({ branch });
      throw error;
    }
    this.git.commitGraphs.writeSoon(repository.path);
    return made;
  }

  /** @throws CommitRefused, also for a file that another user has locked in git LFS */
  private async make({ path }: RepositoryAt, { parent }: Place, commit: BranchCommit): Promise<ObjectId> {
    const { access, principal, make } = commit;
    const base = { repository: path, parent: parent && (await this.git.objects.commit(path, parent)) };
    try {
      const made = await make(base);
      const locked = await this.lockedFilesFacts.refusalOf({ access, principal, repository: path, tips: [made] });
      if (locked !== null) throw CommitRefused({ reason: locked });
      return made;
    } catch (error) {
      if (error instanceof ObjectsRefused) throw CommitRefused({ reason: error.reason });
      throw error;
    }
  }

  /** Requires that commits may be added to the branch; collaborators do not create it. @throws PushToBranchRefused */
  private async requireBranch({ path }: RepositoryAt, branch: string, rights: PushRights): Promise<void> {
    const name = parseBranchName(branch);
    const isThere = isPusher(rights) || (name !== null && (await this.tip(path, name)) !== null);
    if (!isThere || !mayPushToBranch(branch, rights)) throw PushToBranchRefused();
  }

  /** Whether the protection of the branch allows a move that may leave commits out. */
  private async mayForce({ path }: RepositoryAt, move: BranchMove, rights: PushRights): Promise<boolean> {
    const { from, to } = move;
    return from === null || !requiresFastForward(move, rights) || this.git.ancestry.contains(path, from, to);
  }

  private async place({ path }: RepositoryAt, commit: PlacedCommit, rights: PushRights): Promise<Place> {
    const { branch, startBranch = branch, start, force = false } = commit;
    const name = parseBranchName(branch);
    const tip = name && (await this.tip(path, name));
    if (start === undefined && startBranch === branch && !rights.empty) {
      if (name === null || tip === null) throw NotOnBranch();
      return { ref: refOfBranch(name), from: tip, parent: tip };
    }
    const startName = parseBranchName(startBranch);
    const parent = start === undefined ? startName && (await this.tip(path, startName)) : start;
    if (!rights.empty && parent === null) throw NotOnBranch();
    if (tip !== null && !force) throw StartBranchConflict({ branch });
    if (name === null) throw NewBranchInvalid({ branch });
    return { ref: refOfBranch(name), from: tip, parent };
  }

  private async tip(path: RepositoryPath, branch: BranchName): Promise<ObjectId | null> {
    return (await this.git.branches.find(path, branch))?.tip ?? null;
  }
}
