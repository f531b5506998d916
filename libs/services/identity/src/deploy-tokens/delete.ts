import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { DeployTokenNotFound } from '../refusals.js';
import { auditOfDeployToken } from './deploy-token.rules.js';
import { DeployTokensStore } from './deploy-tokens.store.js';

/** Deletes a deploy token. It is refused from the next request on. */
@Injectable()
export class DeleteDeployToken {
  constructor(
    private readonly db: Database,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly audit: Audit,
  ) {}

  /** @throws DeployTokenNotFound also for a token of another project or group; PreconditionFailed */
  async execute(holder: CredentialHolder, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const token = await this.deployTokensStore.lock(tx, holder, id);
      if (!token) throw DeployTokenNotFound();
      unlessModified(token.createdAt);
      await this.deployTokensStore.remove(tx, id);
      await this.audit.append(tx, auditOfDeployToken('deleted', holder, token));
    });
  }
}
