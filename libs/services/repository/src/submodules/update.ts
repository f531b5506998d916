import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { segmentsOf } from '../commits/action.rules.js';
import { signatureNow } from '../commits/signatures.js';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import { newCommit } from '../git/writes/commit-text.js';
import { SUBMODULE, TreeEdit } from '../git/writes/tree-edit.js';
import { GitAccessFacts } from '../git-http/git-access.facts.js';
import { CommitToBranch, type CommitBase } from '../journal/commit-to-branch.js';
import { NotOnBranch, SubmoduleCommitInvalid, SubmodulePathInvalid, SubmoduleUnchanged } from '../refusals.js';

/** Commit that a submodule is to have on a branch. */
interface SubmoduleUpdate {
  readonly path: string;
  readonly commit: string;
  readonly branch: string;
  /** By default it names path and commit. */
  readonly message?: string;
}

/** Points a submodule at another commit of its repository, by a commit on a branch. */
@Injectable()
export class UpdateSubmodule {
  constructor(
    private readonly commitToBranch: CommitToBranch,
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly git: Git,
  ) {}

  /**
   * The commit is not looked up: the repository of a submodule may be anywhere.
   * @returns the id of the new commit
   * @throws Forbidden; SubmoduleCommitInvalid; SubmodulePathInvalid where no submodule is; SubmoduleUnchanged, FilePathMissing, DirectoryTraversal,
   *   FilePathInvalid and the errors of {@link CommitToBranch.execute}
   */
  async execute(
    access: ProjectAccess,
    principal: Principal,
    { path, commit, branch, message }: SubmoduleUpdate,
  ): Promise<ObjectId> {
    await this.gitAccessFacts.requirePush(access, principal, branch);
    const id = parseObjectId(commit);
    if (id === null) throw SubmoduleCommitInvalid();
    const said = message ?? `Update submodule ${path} with oid ${id}`;
    const make = (base: CommitBase) => this.make(base, principal, { path, id, message: said });
    return this.commitToBranch.execute({ access, principal, branch, make });
  }

  private async make(
    { repository, parent }: CommitBase,
    principal: Principal,
    { path, id, message }: { path: string; id: ObjectId; message: string },
  ): Promise<ObjectId> {
    if (!parent) throw NotOnBranch();
    const segments = segmentsOf(path);
    const edit = new TreeEdit(this.git.objects, repository, parent.tree);
    const found = await edit.find(segments);
    if (found === null || typeof found === 'string' || found.file.mode !== SUBMODULE) throw SubmodulePathInvalid();
    if (found.file.id === id) throw SubmoduleUnchanged({ path, id });
    await edit.put(segments, { mode: SUBMODULE, id });
    const { root, trees } = await edit.finish();
    const committer = signatureNow(principal);
    const commit = await newCommit({ tree: root, parents: [parent.id], author: committer, committer, message });
    await this.git.objectsWriter.write(repository, [...trees, commit]);
    return commit.id;
  }
}
