import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import type { DescribedTag } from '../git/reads/tags.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseTagName } from '../git/refs/ref-name.js';
import { ProtectedTagsStore } from '../protected-tags/protected-tags.store.js';
import { rulesFor } from '../protection/protection.rules.js';
import { TagNotFound } from '../refusals.js';
import { ReleasesStore, type Release } from '../releases/releases.store.js';
import { matchesSearch } from '../refs/name-search.rules.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { byCommitDate } from './tags.rules.js';

/** Text of a tag's release. */
export type TagRelease = Pick<Release, 'tag' | 'description'>;

/** Tag with the data of its record. */
export interface TagFact extends DescribedTag {
  readonly release: TagRelease | null;
  /** A rule of protected tags covers it. */
  readonly protected: boolean;
}

export interface TagsQuery {
  /** By name, or by the committer date of the commit. */
  readonly orderBy: 'name' | 'updated';
  readonly sort: 'asc' | 'desc';
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

@Injectable()
export class TagsFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly releasesStore: ReleasesStore,
    private readonly protectedTagsStore: ProtectedTagsStore,
    private readonly git: Git,
  ) {}

  async page(projectId: ProjectId, query: TagsQuery): Promise<Page<TagFact>> {
    const { sort, page, perPage } = query;
    const repository = await this.repositoryFacts.readable(projectId);
    if (!repository) return new Page<TagFact>([], { page, perPage }, 0);
    const ordered = await this.ordered(repository, query);
    if (sort === 'desc') ordered.reverse();
    const described = await this.git.tags.describe(repository, ordered.slice((page - 1) * perPage, page * perPage));
    return new Page(await this.withDetails(projectId, described), { page, perPage }, ordered.length);
  }

  /** @throws TagNotFound also for an invalid tag name */
  async one(projectId: ProjectId, name: string): Promise<TagFact> {
    const repository = await this.repositoryFacts.readable(projectId);
    const tag = parseTagName(name);
    const found = repository && tag && (await this.git.tags.find(repository, tag));
    if (!found) throw TagNotFound();
    const [fact] = await this.withDetails(projectId, await this.git.tags.describe(repository, [found]));
    return fact!;
  }

  private async ordered(repository: RepositoryPath, { orderBy, search = '' }: TagsQuery) {
    const tags = (await this.git.tags.list(repository)).filter(({ name }) => matchesSearch(name, search));
    return orderBy === 'name' ? tags : (await this.git.tags.describe(repository, tags)).sort(byCommitDate);
  }

  private async withDetails(projectId: ProjectId, tags: readonly DescribedTag[]): Promise<TagFact[]> {
    if (tags.length === 0) return [];
    const names = tags.map(({ name }) => name);
    const [releases, rules] = await Promise.all([
      this.releasesStore.ofTags(this.db, projectId, names),
      this.protectedTagsStore.list(this.db, projectId),
    ]);
    const byTag = new Map(releases.map((release) => [release.tag, release]));
    return tags.map((tag) => ({
      ...tag,
      release: byTag.get(tag.name) ?? null,
      protected: rulesFor(tag.name, rules).length > 0,
    }));
  }
}
