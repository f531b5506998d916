import { Injectable } from '@nestjs/common';
import type { InputOf, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { ProtectedRefsQuery } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseBranchName, parseTagName, refOfBranch, refOfTag, type RefName } from '../git/refs/ref-name.js';
import {
  levelsOf,
  tagProtectionOf,
  type ProtectionLevels,
  type TagProtection,
} from '../protection/protection.rules.js';
import { RefRulesStore } from '../protection/ref-rules.store.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Answers queries of other services about branches, tags and commits. An empty repository has none of them. */
@Injectable()
export class RefsFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly refRulesStore: RefRulesStore,
    private readonly git: Git,
  ) {}

  /** Returns the commit of each branch, in their order; null for an unknown branch. */
  branches(projectId: ProjectId, names: readonly string[]): Promise<(ObjectId | null)[]> {
    return this.commits(
      projectId,
      names.map((name) => {
        const branch = parseBranchName(name);
        return branch && refOfBranch(branch);
      }),
    );
  }

  /** Returns the commit of each tag, in their order; null for an unknown tag, and for a tag that points at no commit. */
  tags(projectId: ProjectId, names: readonly string[]): Promise<(ObjectId | null)[]> {
    return this.commits(
      projectId,
      names.map((name) => {
        const tag = parseTagName(name);
        return tag && refOfTag(tag);
      }),
    );
  }

  /** Returns the protection of each branch and tag, in their order. */
  async protection(
    projectId: ProjectId,
    { branches, tags }: { branches: readonly string[]; tags: readonly string[] },
  ): Promise<{ branches: ProtectionLevels[]; tags: TagProtection[] }> {
    const rules = await this.refRulesStore.all(this.db, projectId);
    return {
      branches: branches.map((branch) => levelsOf(branch, rules.branches)),
      tags: tags.map((tag) => tagProtectionOf(tag, rules.tags)),
    };
  }

  /** Returns whether each of some branches and tags is protected, in their order. */
  async protected(refs: InputOf<typeof ProtectedRefsQuery>['refs']): Promise<boolean[]> {
    const projectIds = new Set(refs.map(({ projectId }) => projectId));
    const rules = await this.refRulesStore.ofProjects(this.db, [...projectIds]);
    return refs.map(({ projectId, name, tag }) => {
      const { branches, tags } = rules.get(projectId)!;
      return (tag ? tagProtectionOf(name, tags) : levelsOf(name, branches)).protected;
    });
  }

  /** Returns the candidates that are contained in the commit, in their order. */
  async containedIn(projectId: ProjectId, commit: ObjectId, candidates: readonly ObjectId[]): Promise<ObjectId[]> {
    const repository = await this.repositoryFacts.path(projectId);
    if (repository === null) return [];
    const found = await this.git.objects.commits(repository, [commit, ...candidates]);
    const present = new Set(found.map(({ id }) => id));
    if (!present.has(commit)) return [];
    const known = candidates.filter((id) => present.has(id));
    const contained = await this.git.ancestry.containedIn(repository, commit, known);
    return candidates.filter((id) => contained.has(id));
  }

  private async commits(projectId: ProjectId, refs: readonly (RefName | null)[]): Promise<(ObjectId | null)[]> {
    if (refs.length === 0) return [];
    const repository = await this.repositoryFacts.path(projectId);
    return Promise.all(refs.map((ref) => ref && repository && this.git.refs.follow(repository, ref, '^{commit}')));
  }
}
