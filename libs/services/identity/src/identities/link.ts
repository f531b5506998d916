import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { UserNotFound } from '@hearth/identity-contracts';
import { Clock } from '../clock.js';
import { UserInvalid } from '../refusals.js';
import type { UserEntity, UserIdentity } from '../users/user.entity.js';
import { UsersStore } from '../users/users.store.js';
import { IDENTITY_TAKEN } from './extern-uid.rules.js';
import { EXTERN_UID_KEY, IdentitiesStore } from './identities.store.js';

/** Gives a user an identity at another provider. */
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
   * @throws UserNotFound; UserInvalid when another user has it
   */
  async own(userId: number, identity: UserIdentity): Promise<void> {
    try {
      await this.db.tx(async (tx) => {
        const user = await this.usersStore.lock(tx, userId);
        if (!user) throw UserNotFound();
        await this.put(tx, user, identity);
      });
    } catch (error) {
      throw violatedConstraint(error) === EXTERN_UID_KEY ? UserInvalid({ failures: IDENTITY_TAKEN }) : error;
    }
  }

  /**
   * Gives it to the user with the address that both have confirmed. Replaces an earlier identity at that provider.
   * @param email confirmed by the provider
   * @returns the user with that confirmed main address; undefined without one
   */
  async byEmail(email: string, identity: UserIdentity): Promise<number | undefined> {
    return this.db.tx(async (tx) => {
      const id = await this.usersStore.withConfirmedEmail(tx, email);
      const user = id === undefined ? null : await this.usersStore.lock(tx, id);
      if (user?.email.toLowerCase() !== email.toLowerCase()) return undefined;
      await this.put(tx, user, identity);
      return user.id;
    });
  }

  private async put(tx: Tx, { id, username }: Pick<UserEntity, 'id' | 'username'>, identity: UserIdentity) {
    await this.identitiesStore.put(tx, id, identity);
    await this.usersStore.change(tx, id, { updatedAt: this.clock.now() });
    const subject = { type: 'user', id, name: username };
    await this.audit.append(tx, { kind: 'user.identity_linked', subject, details: { provider: identity.provider } });
  }
}
