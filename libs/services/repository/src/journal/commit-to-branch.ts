import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Forbidden } from '@hearth/http';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, refOfBranch, type BranchName, type RefName } from '../git/refs/ref-name.js';
import { ObjectsRefused } from '../git/writes/objects-writer.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { PushRightsFacts } from '../git-http/push-rights.facts.js';
import { PushSizeFacts } from '../git-http/push-size.facts.js';
import { LockedFilesFacts } from '../lfs-locks/locked-files.facts.js';
import { MoveRefs } from './move-refs.js';
import { mayPushAtAll, mayPushToBranch, type PushRights } from '../protection/push.rules.js';
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
    const { access, principal } = commit;
    const repository = await this.ensureRepository.forChange(access.project.id);
    const seen = await this.place(repository, commit, await this.pushRightsFacts.of(repository, access, principal));
    await this.pushSizeFacts.requireRoom(repository, access, commit.bytes);
    let made = await this.make(repository, seen, commit);
    try {
      await this.moveRefs.execute({ repository, principal }, async (rights) => {
        const { ref, from, parent } = await this.place(repository, commit, rights);
        if (parent !== seen.parent) made = await this.make(repository, { ref, from, parent }, commit);
        return [{ ref, from, to: made }];
      });
    } catch (error) {
      if (RefNameConflicts.is(error)) throw NewBranchInvalid({ branch: commit.branch });
      if (error instanceof RefsRefused) throw BranchMoved({ branch: commit.branch });
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

  private async place({ path }: RepositoryAt, commit: BranchCommit, rights: PushRights): Promise<Place> {
    const { branch, startBranch = branch } = commit;
    if (!mayPushAtAll(rights)) throw Forbidden();
    if (!mayPushToBranch(branch, rights)) throw PushToBranchRefused();
    const name = parseBranchName(branch);
    const tip = name && (await this.tip(path, name));
    if (!rights.empty) {
      if (startBranch === branch && tip === null) throw NotOnBranch();
      if (name !== null && startBranch === branch) return { ref: refOfBranch(name), from: tip, parent: tip };
    }
    const start = parseBranchName(startBranch);
    const parent = start && (await this.tip(path, start));
    if (!rights.empty && parent === null) throw NotOnBranch();
    if (tip !== null) throw StartBranchConflict({ branch });
    if (name === null) throw NewBranchInvalid({ branch });
    return { ref: refOfBranch(name), from: null, parent };
  }

  private async tip(path: RepositoryPath, branch: BranchName): Promise<ObjectId | null> {
    return (await this.git.branches.find(path, branch))?.tip ?? null;
  }
}
