import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { parseRevision } from '../git/refs/revision.js';
import { newCommit } from '../git/writes/commit-text.js';
import { GitAccessFacts } from '../git-http/git-access.facts.js';
import { CommitToBranch, type CommitBase } from '../journal/commit-to-branch.js';
import { ApplyCommitRefused, BranchNotFound, CommitNotFound } from '../refusals.js';
import { rightsOf } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { messageOf, type ApplyKind } from './apply-commit.rules.js';
import { signatureNow } from './signatures.js';

/** Cherry-picks or reverts a commit on a branch. */
@Injectable()
export class ApplyCommit {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly commitToBranch: CommitToBranch,
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly git: Git,
  ) {}

  /**
   * @param sha any revision of a commit
   * @returns the new commit's id
   * @throws Forbidden, CommitNotFound, BranchNotFound, ApplyCommitRefused for a conflict or an empty change, and the errors of
   * {@link CommitToBranch.execute}
   */
  async execute(
    kind: ApplyKind,
    access: ProjectAccess,
    principal: Principal,
    { sha, branch }: { sha: string; branch: string },
  ): Promise<ObjectId> {
    // Checked first: only users who may push learn that a commit or branch is missing.
    await this.gitAccessFacts.requirePush(access, principal, branch);
    const path = await this.repositoryFacts.path(access.project.id);
    const commit = path && (await this.find(path, sha, rightsOf(access, principal)));
    if (!commit) throw CommitNotFound();
    const name = parseBranchName(branch);
    if (name === null || !(await this.git.branches.find(path, name))) throw BranchNotFound();
    const make = (base: CommitBase) => this.make(kind, base, commit, principal);
    return this.commitToBranch.execute({ access, principal, branch, make });
  }

  private async find(path: RepositoryPath, sha: string, rights: ReadRights): Promise<Commit | null> {
    const revision = parseRevision(sha);
    const id = revision && (await this.git.revisions.resolve(path, revision, rights));
    return id && this.git.objects.commit(path, id);
  }

  private async make(
    kind: ApplyKind,
    { repository, parent: onto }: CommitBase,
    commit: Commit,
    principal: Principal,
  ): Promise<ObjectId> {
    // For a merge commit: the difference from its first parent.
    const before = commit.parents[0] ? await this.git.objects.commit(repository, commit.parents[0]) : null;
    const [from, to] = kind === 'cherry-pick' ? [before, commit] : [commit, before];
    const tree = onto && (await this.git.merges.apply(repository, { from, to, onto }));
    if (tree === null || tree === onto!.tree) throw ApplyCommitRefused({ kind });
    const committer = signatureNow(principal);
    const made = await newCommit({
      tree,
      parents: [onto!.id],
      author: kind === 'cherry-pick' ? commit.author : committer,
      committer,
      message: messageOf(kind, commit),
    });
    await this.git.objectsWriter.write(repository, [made]);
    return made.id;
  }
}
