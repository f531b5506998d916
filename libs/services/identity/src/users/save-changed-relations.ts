import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { MainEmail } from '../emails/main-email.js';
import { IdentitiesStore } from '../identities/identities.store.js';
import { SaveUserRelations } from './save-relations.js';
import type { UserEntity, UserRecord } from './user.entity.js';

/** Saves the avatar, identity and addresses of a user who is being changed, inside the caller's transaction. */
@Injectable()
export class SaveChangedRelations extends SaveUserRelations {
  constructor(
    avatarsStore: AvatarsStore,
    identitiesStore: IdentitiesStore,
    private readonly mainEmail: MainEmail,
  ) {
    super(avatarsStore, identitiesStore);
  }

  /**
   * Locks a user's new main address until the transaction ends, so that no other user can take it.
   * @returns whether another user has it, or the user has confirmed it before as an address beside the main one
   */
  async holdEmail(tx: Tx, userId: number, email: string): Promise<'taken' | 'confirmed' | 'free'> {
    if (!(await this.mainEmail.hold(tx, email, userId))) return 'taken';
    return (await this.mainEmail.isConfirmed(tx, userId, email)) ? 'confirmed' : 'free';
  }

  /** Prepares a locked address to become the main one, or to wait for its confirmation. */
  async emails(tx: Tx, user: UserRecord, columns: Partial<UserEntity>, now: Date): Promise<void> {
    if (columns.email !== undefined) await this.mainEmail.replace(tx, user, columns.email, now);
    if (columns.unconfirmedEmail) await this.mainEmail.ask(tx, user.id, columns.unconfirmedEmail);
  }
}
