import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { ProtectedTagNotFound } from '../refusals.js';
import { ProtectedTagsStore } from './protected-tags.store.js';

/** Removes a rule by its exact name. Other rules may still cover the tag. */
@Injectable()
export class UnprotectTag {
  constructor(
    private readonly db: Database,
    private readonly protectedTagsStore: ProtectedTagsStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ProtectedTagNotFound, PreconditionFailed */
  execute(projectId: ProjectId, name: string, unlessModified: UnlessModified): Promise<void> {
    if (!isStorableText(name)) throw ProtectedTagNotFound();
    return this.db.tx(async (tx) => {
      const rule = await this.protectedTagsStore.lock(tx, projectId, name);
      if (!rule) throw ProtectedTagNotFound();
      unlessModified(rule.updatedAt);
      await this.protectedTagsStore.delete(tx, projectId, name);
      await this.audit.append(tx, {
        kind: 'tag.unprotected',
        subject: { type: 'project', id: projectId },
        details: { name },
      });
    });
  }
}
