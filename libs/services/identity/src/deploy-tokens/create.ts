import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { holderNotFound, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { DeployTokenInvalid } from '../refusals.js';
import {
  DEPLOY_TOKEN_PREFIX,
  auditOfDeployToken,
  deployTokenFailures,
  type WantedDeployToken,
} from './deploy-token.rules.js';
import { DeployTokensStore, type DeployTokenRecord } from './deploy-tokens.store.js';

/** Creates a deploy token. Its value is not stored, so it is returned this one time. */
@Injectable()
export class CreateDeployToken {
  constructor(
    private readonly db: Database,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws DeployTokenInvalid with all failures; ProjectNotFound, GroupNotFound when it was deleted meanwhile */
  async execute(
    holder: CredentialHolder,
    wanted: WantedDeployToken,
    creator: Principal,
  ): Promise<{ record: DeployTokenRecord; value: string }> {
    const failures = deployTokenFailures(wanted);
    if (Object.keys(failures).length > 0) throw DeployTokenInvalid({ failures });
    const value = `${DEPLOY_TOKEN_PREFIX}${newToken()}`;
    const token = { ...wanted, createdAt: this.clock.now() };
    const secret = { hash: Buffer.from(tokenHash(value), 'hex'), creatorId: creator.userId };
    return this.db.tx(async (tx) => {
      if (!(await this.credentialHoldersStore.hold(tx, holder))) throw holderNotFound(holder);
      const id = await this.deployTokensStore.insert(tx, holder, { ...token, ...secret });
      await this.audit.append(tx, auditOfDeployToken('created', holder, { ...token, id }));
      return { record: { ...token, id }, value };
    });
  }
}
