import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { Distance } from '../git/history/distances.js';
import type { Branch } from '../git/reads/branches.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import { protectionOf, type Protection } from '../protection/protection.rules.js';
import { BranchNotFound } from '../refusals.js';
import { matchesSearch } from '../refs/name-search.rules.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Branch with the data of its record. */
export interface BranchFact {
  readonly name: string;
  readonly commit: Commit;
  /** Its tip is contained in the default branch, and is another commit. */
  readonly merged: boolean;
  readonly protection: Protection;
}

export interface BranchesQuery {
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

@Injectable()
export class BranchesFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly git: Git,
  ) {}

  /** Returns a page of the branches, ordered by the bytes of their names. */
  async page(projectId: ProjectId, { search = '', page, perPage }: BranchesQuery): Promise<Page<BranchFact>> {
    const repository = await this.repositoryFacts.readable(projectId);
    const all = repository ? await this.git.branches.list(repository) : [];
    const branches = search === '' ? all : all.filter(({ name }) => matchesSearch(name, search));
    const shown = branches.slice((page - 1) * perPage, page * perPage);
    const facts = repository && shown.length > 0 ? await this.describe(projectId, repository, shown) : [];
    return new Page(facts, { page, perPage }, branches.length);
  }

  /** Returns how far branches are from the default one, by name; without those whose count takes too long. */
  async distances(projectId: ProjectId, branches: readonly BranchFact[]): Promise<ReadonlyMap<string, Distance>> {
    const repository = await this.repositoryFacts.readable(projectId);
    const name = repository && (await this.git.branches.default(repository));
    const base = name && (await this.git.branches.find(repository, name));
    if (!base) return new Map();
    const others = branches.filter((branch) => branch.name !== base.name);
    const ids = others.map(({ commit }) => commit.id);
    const counted = await this.git.distances.of(repository, base.tip, ids);
    return new Map(
      others.flatMap(({ name, commit }) => (counted.has(commit.id) ? [[name, counted.get(commit.id)!]] : [])),
    );
  }

  /** @throws BranchNotFound also for an invalid branch name */
  async one(projectId: ProjectId, branch: string): Promise<BranchFact> {
    const repository = await this.repositoryFacts.readable(projectId);
    const name = parseBranchName(branch);
    const found = repository && name && (await this.git.branches.find(repository, name));
    const [fact] = found ? await this.describe(projectId, repository, [found]) : [];
    if (!fact) throw BranchNotFound();
    return fact;
  }

  private async describe(
    projectId: ProjectId,
    repository: RepositoryPath,
    branches: readonly Branch[],
  ): Promise<BranchFact[]> {
    const [commits, merged, rules] = await Promise.all([
      this.commitsOf(repository, branches),
      this.git.branches.merged(repository, branches),
      this.protectedBranchesStore.list(this.db, projectId),
    ]);
    return branches.flatMap(({ name, tip }) => {
      const commit = commits.get(tip);
      return commit ? [{ name, commit, merged: merged.has(tip), protection: protectionOf(name, rules) }] : [];
    });
  }

  private async commitsOf(repository: RepositoryPath, branches: readonly Branch[]): Promise<Map<string, Commit>> {
    const tips = [...new Set(branches.map(({ tip }) => tip))];
    const commits = await this.git.objects.commits(repository, tips);
    return new Map(commits.map((commit) => [commit.id, commit]));
  }
}
