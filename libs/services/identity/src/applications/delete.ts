import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { ApplicationsStore } from './applications.store.js';
import { OAuthTokensStore } from '../oauth/tokens.store.js';

/** Deletes a user's application, or revokes the access that a user gave to an application. Its tokens end, too. */
@Injectable()
export class DeleteApplication {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
    private readonly tokensStore: OAuthTokensStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @returns false when the user has no such application */
  execute(id: number, ownerId: number): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const application = await this.applicationsStore.lockOwned(tx, id, ownerId);
      if (!application) return false;
      await this.applicationsStore.remove(tx, id);
      const subject = { type: 'application', id, name: application.name };
      await this.audit.append(tx, { kind: 'application.deleted', subject });
      return true;
    });
  }

  /** Revokes the codes and tokens that an application of any owner has for a user. */
  async deauthorize(id: number, userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.tokensStore.endAuthorization(tx, userId, id, this.clock.now());
      const name = await this.applicationsStore.nameOf(tx, id);
      await this.audit.append(tx, { kind: 'application.deauthorized', subject: { type: 'application', id, name } });
    });
  }
}
