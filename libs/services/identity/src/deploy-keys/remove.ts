import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { DeployKeyNotFound } from '../refusals.js';
import { auditOfDeployKey, auditOfProjectKey } from './deploy-key.rules.js';
import { DeployKeysStore } from './deploy-keys.store.js';

/** Removes deploy keys from projects. Sessions that run keep what they have read; a push is judged again before refs move. */
@Injectable()
export class RemoveDeployKey {
  constructor(
    private readonly db: Database,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly audit: Audit,
  ) {}

  /** Removes a key from a project, and deletes one that no other project has. @throws DeployKeyNotFound, PreconditionFailed */
  async execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.deployKeysStore.lockInProject(tx, projectId, id);
      if (!key) throw DeployKeyNotFound();
      unlessModified(key.createdAt);
      await this.deployKeysStore.removeFrom(tx, projectId, id);
      await this.audit.append(tx, auditOfProjectKey('removed', projectId, key));
    });
  }

  /** Deletes a key, in all projects. @throws DeployKeyNotFound, PreconditionFailed */
  async everywhere(id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.deployKeysStore.lock(tx, id);
      if (!key) throw DeployKeyNotFound();
      unlessModified(key.createdAt);
      await this.deployKeysStore.remove(tx, id);
      await this.audit.append(tx, auditOfDeployKey('deleted', key));
    });
  }
}
