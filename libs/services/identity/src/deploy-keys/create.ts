import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { SshKeyInvalid } from '../refusals.js';
import { FINGERPRINT_KEY } from '../ssh-keys/ssh-keys.store.js';
import { auditOfDeployKey, judgeDeployKey, type WantedDeployKey } from './deploy-key.rules.js';
import { DeployKeysStore, type DeployKeyRecord } from './deploy-keys.store.js';

/** Creates a public deploy key, which masters of every project may enable. */
@Injectable()
export class CreateDeployKey {
  constructor(
    private readonly db: Database,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws SshKeyInvalid with all failures, or when a user or another project has the key */
  async execute(wanted: WantedDeployKey, creator: Principal): Promise<DeployKeyRecord> {
    const createdAt = this.clock.now();
    const judged = judgeDeployKey(wanted, createdAt);
    if ('failures' in judged) throw SshKeyInvalid(judged);
    const { title, key, expiresAt } = wanted;
    const columns = { title, key, expiresAt, createdAt, public: true, fingerprint: judged.fingerprint };
    try {
      return await this.db.tx(async (tx) => {
        const id = await this.deployKeysStore.insert(tx, { ...columns, creatorId: creator.userId });
        await this.audit.append(tx, auditOfDeployKey('created', { ...columns, id }));
        return { ...columns, id };
      });
    } catch (error) {
      if (violatedConstraint(error) !== FINGERPRINT_KEY) throw error;
      throw SshKeyInvalid({ failures: { fingerprint: ['has already been taken'] } });
    }
  }
}
