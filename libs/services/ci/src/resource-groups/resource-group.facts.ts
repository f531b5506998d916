import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { BuildFacts, type BuildFact } from '../builds/build.facts.js';
import { BuildsFinder } from '../builds/builds.finder.js';
import { ResourceGroupNotFound } from '../refusals.js';
import { ResourceGroupsStore, type ResourceGroup } from './resource-groups.store.js';

/** Reads of resource groups. */
@Injectable()
export class ResourceGroupFacts {
  constructor(
    private readonly db: Database,
    private readonly resourceGroupsStore: ResourceGroupsStore,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildFacts: BuildFacts,
  ) {}

  /** Returns a page of a project's groups. */
  page(projectId: ProjectId, request: PageRequest): Promise<Page<ResourceGroup>> {
    return this.resourceGroupsStore.page(this.db, projectId, request);
  }

  /** @throws ResourceGroupNotFound */
  async one(projectId: ProjectId, key: string): Promise<ResourceGroup> {
    const group = await this.resourceGroupsStore.find(this.db, projectId, key);
    if (!group) throw ResourceGroupNotFound();
    return group;
  }

  /**
   * Returns a page of the jobs that wait for the resource of a group, in the order in which they get it.
   * @throws ResourceGroupNotFound
   */
  async upcoming(projectId: ProjectId, key: string, request: PageRequest): Promise<Page<BuildFact>> {
    const { id } = await this.one(projectId, key);
    const { items, total } = await this.resourceGroupsStore.upcoming(this.db, id, request);
    const ids = items.map((item) => item.id);
    const builds = new Map((await this.buildsFinder.byIds(this.db, projectId, ids)).map((build) => [build.id, build]));
    const facts = await this.buildFacts.describe(ids.flatMap((job) => builds.get(job) ?? []));
    return new Page(facts, request, total);
  }
}
