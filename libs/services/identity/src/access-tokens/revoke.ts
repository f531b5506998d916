import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { RemoveUnusedBotJob } from '../jobs.js';
import { AccessTokenNotFound } from '../refusals.js';
import { PersonalTokensStore } from '../tokens/personal-tokens.store.js';
import { auditOfToken } from '../tokens/token.rules.js';

/** Revokes an access token of a project or group. Its bot is deleted like other users, by a job. */
@Injectable()
export class RevokeAccessToken {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @param id id of a token of the project or group
   * @throws AccessTokenNotFound when its bot was deleted meanwhile; PreconditionFailed
   */
  async execute(id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const token = await this.personalTokensStore.lock(tx, id);
      if (!token) throw AccessTokenNotFound();
      unlessModified(token.updatedAt);
      await this.jobs.add(tx, RemoveUnusedBotJob, { userId: token.userId });
      if (token.revoked) return;
      await this.personalTokensStore.revoke(tx, id, this.clock.now());
      await this.audit.append(tx, auditOfToken(token, 'revoked'));
    });
  }
}
