import { Injectable } from '@nestjs/common';
import type { GroupReference, Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { projectsCaller } from '../access/projects-caller.js';
import { NamespaceNotFound } from '../refusals.js';
import { NamespacePathsFinder, type PathUse } from './namespace-paths.finder.js';
import {
  NamespacesFinder,
  type NamespaceDetail,
  type NamespaceFilters,
  type NamespaceRecord,
} from './namespaces.finder.js';

/** Reads of namespaces. */
@Injectable()
export class NamespaceFacts {
  constructor(
    private readonly db: Database,
    private readonly namespacesFinder: NamespacesFinder,
    private readonly namespacePathsFinder: NamespacePathsFinder,
  ) {}

  /** @throws NamespaceNotFound when it is unknown or hidden from the caller */
  async one(reference: GroupReference, caller: Principal): Promise<NamespaceDetail> {
    const record = await this.namespacesFinder.one(this.db, reference, caller);
    if (!record) throw NamespaceNotFound();
    return record;
  }

  /**
   * Use of a path in a group, or on top.
   * @returns undefined for a path that no namespace can have there: of several segments, or in a group that is unknown or hidden from the caller
   */
  async pathUse(path: string, parentId: number | null, caller: Principal): Promise<PathUse | undefined> {
    if (path.includes('/')) return undefined;
    return this.namespacePathsFinder.use(this.db, path, parentId, projectsCaller(caller));
  }

  /** One page of the caller's namespaces; for admins of all. */
  async page(caller: Principal, filters: NamespaceFilters, request: PageRequest): Promise<Page<NamespaceRecord>> {
    return this.namespacesFinder.page(this.db, caller, filters, request);
  }
}
