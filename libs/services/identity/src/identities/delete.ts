import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { UserNotFound } from '@hearth/identity-contracts';
import { Clock } from '../clock.js';
import { IdentityNotFound } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { IdentitiesStore } from './identities.store.js';

/** Deletes the identity of a user at another provider. */
@Injectable()
export class DeleteIdentity {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly identitiesStore: IdentitiesStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @param provider exact, case-sensitive
   * @throws UserNotFound, IdentityNotFound, PreconditionFailed when the user has changed
   */
  async execute(userId: number, provider: string, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user) throw UserNotFound();
      if (!user.identities.some((identity) => identity.provider === provider)) throw IdentityNotFound();
      unlessModified(user.updatedAt);
      await this.identitiesStore.remove(tx, userId, provider);
      await this.usersStore.change(tx, userId, { updatedAt: this.clock.now() });
      const subject = { type: 'user', id: userId, name: user.username };
      await this.audit.append(tx, { kind: 'user.identity_deleted', subject, details: { provider } });
    });
  }
}
