import { Injectable } from '@nestjs/common';
import type { ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import { Forbidden, readPage, type Page, type PageRequest } from '@hearth/http';
import { canCreateTag } from '../protection/protection.rules.js';
import { ProtectedTagNotFound } from '../refusals.js';
import { ProtectedTagsStore, type StoredProtectedTag } from './protected-tags.store.js';

@Injectable()
export class ProtectedTagsFacts {
  constructor(
    private readonly db: Database,
    private readonly protectedTagsStore: ProtectedTagsStore,
  ) {}

  /** Returns a page of the rules, oldest first. */
  page(projectId: ProjectId, request: PageRequest): Promise<Page<StoredProtectedTag>> {
    return readPage(this.db, request, this.protectedTagsStore.pages(projectId));
  }

  /** @throws ProtectedTagNotFound also for a tag that only a pattern covers */
  async one(projectId: ProjectId, name: string): Promise<StoredProtectedTag> {
    const found = isStorableText(name) && (await this.protectedTagsStore.find(this.db, projectId, name));
    if (!found) throw ProtectedTagNotFound();
    return found;
  }

  /** Checks that the caller may create the tag, which is what releases of it need. @throws Forbidden */
  async requireCreate({ project, level }: ProjectAccess, tag: string): Promise<void> {
    if (!canCreateTag(level, tag, await this.protectedTagsStore.list(this.db, project.id))) throw Forbidden();
  }
}
