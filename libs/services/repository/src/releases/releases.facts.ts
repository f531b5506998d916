import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import type { Milestone } from '@hearth/projects-contracts';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { parseTagName } from '../git/refs/ref-name.js';
import { ReleaseLinkNotFound, ReleaseNotFound } from '../refusals.js';
import type { ReleaseLink } from '../release-links/release-link.rules.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { ReleaseMilestonesFacts } from './release-milestones.facts.js';
import { ReleasesStore, type Release, type ReleasesOrder } from './releases.store.js';

/** Release with the data of its record. */
export interface ReleaseFact {
  readonly release: Release;
  readonly author: UserCard | null;
  /** Commit of the tag; null for a tag of a tree or blob. */
  readonly commit: Commit | null;
  readonly milestones: readonly Milestone[];
}

@Injectable()
export class ReleasesFacts {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly releaseMilestonesFacts: ReleaseMilestonesFacts,
    private readonly git: Git,
    private readonly calls: Calls,
  ) {}

  async page(projectId: ProjectId, order: ReleasesOrder, request: PageRequest): Promise<Page<ReleaseFact>> {
    const { items, total } = await readPage<Release>(this.db, request, this.releasesStore.pages([projectId], order));
    return new Page(await this.describe(projectId, items), request, total);
  }

  /** @throws ReleaseNotFound */
  async one(projectId: ProjectId, tag: string): Promise<ReleaseFact> {
    const [fact] = await this.describe(projectId, [await this.release(projectId, tag)]);
    return fact!;
  }

  /** @throws ReleaseNotFound also for text that cannot be a tag */
  async release(projectId: ProjectId, tag: string): Promise<Release> {
    const found = isStorableText(tag) && (await this.releasesStore.find(this.db, projectId, tag));
    if (!found) throw ReleaseNotFound();
    return found;
  }

  /** Returns the tag of the latest release. @throws ReleaseNotFound without one */
  async latest(projectId: ProjectId): Promise<string> {
    const tag = await this.releasesStore.latest(this.db, projectId);
    if (tag === undefined) throw ReleaseNotFound();
    return tag;
  }

  /** @throws ReleaseNotFound, ReleaseLinkNotFound */
  async link(projectId: ProjectId, tag: string, wanted: { id: number } | { filepath: string }): Promise<ReleaseLink> {
    const { links } = await this.release(projectId, tag);
    const link = links.find(({ id, filepath }) =>
      'id' in wanted ? id === wanted.id : filepath === `/${wanted.filepath.replace(/^\//, '')}`,
    );
    if (!link) throw ReleaseLinkNotFound();
    return link;
  }

  /** Returns the releases (at most 100) with their authors, commits and milestones. */
  async describe(projectId: ProjectId, releases: readonly Release[]): Promise<ReleaseFact[]> {
    const [authors, commits, milestones] = await Promise.all([
      this.authors(releases),
      this.commits(projectId, releases),
      this.releaseMilestonesFacts.byIds(releases.flatMap(({ milestoneIds }) => milestoneIds)),
    ]);
    return releases.map((release) => ({
      release,
      author: authors.get(release.authorId) ?? null,
      commit: commits.get(release.tag) ?? null,
      milestones: release.milestoneIds.flatMap((id) => milestones.get(id) ?? []),
    }));
  }

  private async authors(releases: readonly Release[]): Promise<Map<number | null, UserCard>> {
    const ids = [...new Set(releases.flatMap(({ authorId }) => authorId ?? []))];
    if (ids.length === 0) return new Map();
    const { users } = await this.calls.query(UsersByIdsQuery, { ids });
    return new Map(users.map((user) => [user.askedAs ?? user.id, user]));
  }

  private async commits(projectId: ProjectId, releases: readonly Release[]): Promise<Map<string, Commit | null>> {
    const repository = releases.length === 0 ? null : await this.repositoryFacts.readable(projectId);
    if (repository === null) return new Map();
    const tags = await Promise.all(
      releases.map(async ({ tag }) => {
        const name = parseTagName(tag);
        return name === null ? null : this.git.tags.find(repository, name);
      }),
    );
    const described = await this.git.tags.describe(
      repository,
      tags.flatMap((tag) => tag ?? []),
    );
    return new Map(described.map(({ name, commit }) => [name, commit]));
  }
}
