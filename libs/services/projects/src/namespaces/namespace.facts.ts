import { Injectable } from '@nestjs/common';
import type { GroupReference, Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { NamespaceNotFound } from '../refusals.js';
import { NamespacesFinder, type NamespaceFilters, type NamespaceRecord } from './namespaces.finder.js';

/** Reads of namespaces. */
@Injectable()
export class NamespaceFacts {
  constructor(
    private readonly db: Database,
    private readonly namespacesFinder: NamespacesFinder,
  ) {}

  /** @throws NamespaceNotFound when it is unknown or hidden from the caller */
  async one(reference: GroupReference, caller: Principal): Promise<NamespaceRecord> {
    const record = await this.namespacesFinder.one(this.db, reference, caller);
    if (!record) throw NamespaceNotFound();
    return record;
  }

  /** One page of the caller's namespaces; for admins of all. */
  async page(caller: Principal, filters: NamespaceFilters, request: PageRequest): Promise<Page<NamespaceRecord>> {
    return this.namespacesFinder.page(this.db, caller, filters, request);
  }
}
