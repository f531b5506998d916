import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import { readPage, type Page, type PageRequest, type Search } from '@hearth/http';
import { ProtectedBranchNotFound } from '../refusals.js';
import { ProtectedBranchesStore, type StoredProtectedBranch } from './protected-branches.store.js';

@Injectable()
export class ProtectedBranchesFacts {
  constructor(
    private readonly db: Database,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
  ) {}

  /** Returns a page of the rules whose name is found, oldest first. */
  page(projectId: ProjectId, request: PageRequest, search?: Search): Promise<Page<StoredProtectedBranch>> {
    return readPage(this.db, request, this.protectedBranchesStore.pages(projectId, search));
  }

  /** @throws ProtectedBranchNotFound also for a branch that only a pattern covers */
  async one(projectId: ProjectId, name: string): Promise<StoredProtectedBranch> {
    const found = isStorableText(name) && (await this.protectedBranchesStore.find(this.db, projectId, name));
    if (!found) throw ProtectedBranchNotFound();
    return found;
  }
}
