import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import type { UserIdentity } from '../users/user.entity.js';
import { UsersStore } from '../users/users.store.js';
import { IdentitiesStore } from './identities.store.js';

/** Gives a user an identity at another provider, by the address that both have confirmed. */
@Injectable()
export class LinkIdentity {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly identitiesStore: IdentitiesStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Replaces an earlier identity at that provider.
   * @param email confirmed by the provider
   * @returns the user with that confirmed main address; undefined without one
   */
  async byEmail(email: string, identity: UserIdentity): Promise<number | undefined> {
    return this.db.tx(async (tx) => {
      const id = await this.usersStore.withConfirmedEmail(tx, email);
      const user = id === undefined ? null : await this.usersStore.lock(tx, id);
      if (user?.email.toLowerCase() !== email.toLowerCase()) return undefined;
      await this.identitiesStore.put(tx, user.id, identity);
      await this.usersStore.change(tx, user.id, { updatedAt: this.clock.now() });
      const subject = { type: 'user', id: user.id, name: user.username };
      await this.audit.append(tx, { kind: 'user.identity_linked', subject, details: { provider: identity.provider } });
      return user.id;
    });
  }
}
