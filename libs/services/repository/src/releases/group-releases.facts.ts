import { Injectable } from '@nestjs/common';
import { mayHaveAbility } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { GroupProjectIdsQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import { abilities } from '../abilities.js';
import { ReleasesStore, type Release, type ReleasesOrder } from './releases.store.js';

/** Most projects whose access one query resolves. */
const AT_ONCE = 100;

/** Releases of the projects in a group. */
@Injectable()
export class GroupReleasesFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly releasesStore: ReleasesStore,
  ) {}

  /** Returns the releases of those projects in the group and its subgroups whose code the caller (null: anonymous) may read. */
  async page(
    groupId: number,
    caller: Principal | null,
    order: ReleasesOrder,
    request: PageRequest,
  ): Promise<Page<Release>> {
    const { ids } = await this.calls.query(GroupProjectIdsQuery, { groupId });
    const released = await this.releasesStore.released(this.db, ids);
    return readPage(this.db, request, this.releasesStore.pages(await this.readable(released, caller), order));
  }

  private async readable(ids: readonly ProjectId[], caller: Principal | null): Promise<ProjectId[]> {
    const user = caller && { id: caller.userId, admin: caller.admin, external: caller.external };
    const readable: ProjectId[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const asked = ids.slice(at, at + AT_ONCE).map((id) => ({ id }));
      const { projects } = await this.calls.query(ResolveAccessQuery, { projects: asked, user });
      for (const access of projects)
        if (access && mayHaveAbility(abilities.downloadCode, access, caller)) readable.push(access.project.id);
    }
    return readable;
  }
}
