import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { nameFailure, type ProtectedTag } from '../protection/protection.rules.js';
import { ProtectedTagExists, ProtectedTagInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ProtectedTagsStore, type StoredProtectedTag } from './protected-tags.store.js';

/** Protects a tag, or the tags that match a pattern. */
@Injectable()
export class ProtectTag {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly protectedTagsStore: ProtectedTagsStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ProtectedTagExists, ProtectedTagInvalid, ProjectNotFound */
  execute(projectId: ProjectId, rule: ProtectedTag): Promise<StoredProtectedTag> {
    const failure = nameFailure(rule.name);
    if (failure !== null) throw ProtectedTagInvalid({ failure });
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const created = await this.protectedTagsStore.create(tx, projectId, rule);
      if (!created) throw ProtectedTagExists({ name: rule.name });
      await this.audit.append(tx, {
        kind: 'tag.protected',
        subject: { type: 'project', id: projectId },
        details: { name: created.name, createAccessLevel: created.createLevel },
      });
      return created;
    });
  }
}
