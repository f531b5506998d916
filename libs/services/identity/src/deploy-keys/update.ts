import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { DeployKeyNotFound, ProjectDeployKeyInvalid } from '../refusals.js';
import { titleFailures } from '../ssh-keys/ssh-key.rules.js';
import { auditOfProjectKey, type DeployKeyChanges } from './deploy-key.rules.js';
import { DeployKeysStore, type ProjectDeployKeyRecord } from './deploy-keys.store.js';

/** Changes the title of a deploy key, in all its projects, and whether it may push to one. */
@Injectable()
export class UpdateDeployKey {
  constructor(
    private readonly db: Database,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly audit: Audit,
  ) {}

  /** @throws DeployKeyNotFound, ProjectDeployKeyInvalid; Forbidden for the title of a public key, which is for admins */
  execute(
    projectId: ProjectId,
    id: number,
    changes: DeployKeyChanges,
    caller: Principal,
  ): Promise<ProjectDeployKeyRecord> {
    return this.db.tx(async (tx) => {
      const key = await this.deployKeysStore.lockInProject(tx, projectId, id);
      if (!key) throw DeployKeyNotFound();
      const { title = key.title, canPush = key.canPush } = changes;
      if (title !== key.title && key.public && !caller.admin) throw Forbidden();
      const failures = titleFailures(title);
      if (failures.length > 0) throw ProjectDeployKeyInvalid({ failures: { title: failures } });
      const changed = { ...key, title, canPush };
      if (title === key.title && canPush === key.canPush) return changed;
      await this.deployKeysStore.setTitle(tx, id, title);
      await this.deployKeysStore.setPush(tx, projectId, id, canPush);
      await this.audit.append(tx, auditOfProjectKey('updated', projectId, changed));
      return changed;
    });
  }
}
