import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { FindCommitQuery, FindRefsQuery } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Git } from '../git/git.js';
import { EVERYTHING } from '../git/reads/read-rights.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { BranchName } from '../git/refs/ref-name.js';
import type { Revision } from '../git/refs/revision.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { OriginFacts } from './origin.facts.js';

/** Longest fetch of the commits of a merge request from another storage. */
const TIMEOUT_MS = 10 * 60_000;

/** Reads repositories from which another one takes commits, wherever they are. */
@Injectable()
export class OtherRepositories {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly originFacts: OriginFacts,
    private readonly calls: Calls,
    private readonly git: Git,
  ) {}

  /** Returns the tip of a branch; null when it does not exist. */
  async tip(projectId: ProjectId, branch: BranchName): Promise<ObjectId | null> {
    const storage = await this.storageOf(projectId);
    if (storage === null) return null;
    if (this.storages.owns(storage))
      return (await this.git.branches.find(this.storages.pathOf(storage, projectId), branch))?.tip ?? null;
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    return branches[0] ? parseObjectId(branches[0]) : null;
  }

  /** Returns the commit of a revision; null when no branch has it. */
  async commit(projectId: ProjectId, revision: Revision): Promise<ObjectId | null> {
    const storage = await this.storageOf(projectId);
    if (storage === null) return null;
    if (this.storages.owns(storage)) return this.onBranch(this.storages.pathOf(storage, projectId), revision);
    const found = await this.calls.query(FindCommitQuery, { projectId, revision, withBranch: true });
    return found.commit !== null && found.branch !== null ? parseObjectId(found.commit) : null;
  }

  private async onBranch(repository: RepositoryPath, revision: Revision): Promise<ObjectId | null> {
    const commit = await this.git.revisions.resolve(repository, revision, EVERYTHING);
    return commit && (await this.git.ancestry.branchContaining(repository, commit)) ? commit : null;
  }

  /** Copies a commit and its history. @throws GitError when the repository does not have it any more */
  async fetch(into: RepositoryPath, projectId: ProjectId, commit: ObjectId): Promise<void> {
    const storage = await this.storageOf(projectId);
    if (storage === null) throw ProjectNotFound();
    if (this.storages.owns(storage)) return this.git.fetchLocal(into, this.storages.pathOf(storage, projectId), commit);
    await this.git.fetchCommit(into, this.originFacts.of(projectId, storage), commit, { timeoutMs: TIMEOUT_MS });
  }

  /** @throws ProjectNotFound when the project was deleted */
  private async storageOf(projectId: ProjectId): Promise<string | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (record?.deleted) throw ProjectNotFound();
    return record?.storage ?? null;
  }
}
