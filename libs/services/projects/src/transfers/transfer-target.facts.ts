import { Injectable } from '@nestjs/common';
import type { GroupReference, Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, groupReference, type Page, type PageRequest, type Search } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { NamespacesStore } from '../namespaces/namespaces.store.js';
import type { ProjectGroupRecord } from '../groups/project-groups.finder.js';
import { NamespaceNotFound } from '../refusals.js';
import { TransferLocationsFinder, type Transferred } from './transfer-locations.finder.js';

export type { Transferred };

/** Finds the targets of transfers. */
@Injectable()
export class TransferTargetFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly namespacesStore: NamespacesStore,
    private readonly transferLocationsFinder: TransferLocationsFinder,
  ) {}

  /**
   * A group visible to the user, or the user's own namespace, by id or full path; any user's for admins.
   * @throws NamespaceNotFound
   */
  async find(namespace: string, { userId: id, admin, external }: Principal): Promise<number> {
    const reference = groupReference(namespace);
    const [found] = await this.accessStore.resolveGroups(this.db, [reference], { id, admin, external });
    const target = found?.group.id ?? (await this.namespacesStore.findOfUser(this.db, reference, { id, admin }));
    if (target === undefined) throw NamespaceNotFound();
    return target;
  }

  /** A group visible to the user. @throws GroupNotFound */
  async findGroup(group: GroupReference, { userId: id, admin, external }: Principal): Promise<number> {
    const [found] = await this.accessStore.resolveGroups(this.db, [group], { id, admin, external });
    if (!found) throw GroupNotFound();
    return found.group.id;
  }

  /** Returns a page of the groups into which the user may transfer the project or the group. */
  locations(
    transferred: Transferred,
    mover: Principal,
    search: Search | undefined,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return this.transferLocationsFinder.page(this.db, mover, transferred, search, request);
  }
}
