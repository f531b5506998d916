import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { UserInvalid, UserNamesTaken } from '../refusals.js';
import { RenameUser } from '../renaming/rename.js';
import { EndUserAccess } from '../sessions/end-access.js';
import { SaveUserRelations } from './save-relations.js';
import {
  auditedChange,
  changedColumns,
  isPublishedChange,
  type ChangedPassword,
  type ChangedUser,
} from './changed-user.rules.js';
import { userFailures } from './new-user.rules.js';
import { hashPassword } from './password-hash.js';
import type { UserRecord } from './user.entity.js';
import { updateOf } from './user.view.js';
import { EMAIL_KEY, UsersStore } from './users.store.js';

/** Changes a user: for an admin, or for themselves. */
@Injectable()
export class UpdateUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly attach: SaveUserRelations,
    private readonly renameUser: RenameUser,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly endUserAccess: EndUserAccess,
  ) {}

  /**
   * A new username moves the user's namespace first; everything else is changed together, once that has succeeded.
   * @param by who asks: a password that somebody sets for somebody else is to be replaced at the next web sign-in, and only admins give
   *   names that are reserved
   * @throws UserNotFound, Forbidden for the ghost, UserNamesTaken, UserInvalid, or the refusal of the namespace: nothing is changed then,
   *   but that a user may be renamed already whose new address or identity somebody else takes at the same moment; CallFailed when the
   *   namespace's owner did not answer: the user gets the name later, or keeps the old one
   */
  async execute(id: number, asked: ChangedUser, by: Pick<Principal, 'userId' | 'admin'>): Promise<UserRecord> {
    // Users learn by mail, at the address itself, that another one has it.
    const tellsHolder = id !== by.userId || by.admin;
    const user = await this.check(id, asked, tellsHolder);
    const password = asked.password === undefined ? {} : await this.password(asked.password, id !== by.userId);
    // Whoever is about to get another name is not called for long as they are now.
    const keepsName = asked.username === user.username && user.pendingUsername === null;
    if (asked.username !== undefined && !keepsName)
      await this.renameUser.execute(id, { username: asked.username, byAdmin: by.admin });
    try {
      return await this.db.tx((tx) => this.change(tx, id, { ...asked, tellsHolder }, password));
    } catch (error) {
      throw violatedConstraint(error) === EMAIL_KEY ? UserNamesTaken({ fields: ['email'] }) : error;
    }
  }

  /** A taken name is told before everything else that may be wrong. */
  private async check(id: number, asked: ChangedUser, tellsHolder: boolean): Promise<UserRecord> {
    const user = await this.usersStore.find(this.db, id);
    if (!user) throw UserNotFound();
    if (user.ghost) throw Forbidden();
    const { email, username } = asked;
    const taken = await this.usersStore.taken(this.db, {
      ...(email !== undefined && tellsHolder && { email }),
      ...(username !== undefined && { username }),
      except: id,
    });
    const fields = [
      ...(taken.email ? ['email' as const] : []),
      ...(taken.usernameInOtherCase ? ['username' as const] : []),
    ];
    if (fields.length > 0) throw UserNamesTaken({ fields });
    const { identity, ...given } = asked;
    const failures = {
      ...(await this.attach.failures(this.db, id, identity)),
      ...userFailures({ ...given, ...(identity && { identity }) } as Parameters<typeof userFailures>[0]),
    };
    if (Object.keys(failures).length > 0) throw UserInvalid({ failures });
    return user;
  }

  private async password(password: string, bySomebodyElse: boolean): Promise<ChangedPassword> {
    return {
      passwordHash: await hashPassword(password),
      passwordExpiresAt: bySomebodyElse ? this.clock.now() : null,
    };
  }

  private async change(
    tx: Tx,
    id: number,
    asked: ChangedUser & { readonly tellsHolder: boolean },
    password: Partial<ChangedPassword>,
  ): Promise<UserRecord> {
    const user = await this.usersStore.lock(tx, id);
    if (!user) throw UserNotFound();
    const columns = { ...changedColumns(user, await this.withEmail(tx, user, asked)), ...password };
    const { avatar, identity } = asked;
    if (Object.keys(columns).length === 0 && avatar === undefined && !identity) return user;
    await this.attach.within(tx, id, { avatar, identity });
    await this.attach.emails(tx, user, columns, this.clock.now());
    const shown = isPublishedChange(columns);
    const revision = user.revision + (shown ? 1 : 0);
    await this.usersStore.change(tx, id, { ...columns, revision, updatedAt: this.clock.now() });
    if (password.passwordHash !== undefined) await this.endUserAccess.execute(tx, id);
    const changed = (await this.usersStore.find(tx, id))!;
    if (shown) await this.outbox.append(tx, UserUpdatedEvent, updateOf(changed));
    const subject = { type: 'user', id, name: changed.username };
    await this.audit.append(tx, { kind: 'user.updated', subject, details: auditedChange(columns, asked) });
    return changed;
  }

  /** An address that the user has confirmed counts at once. */
  private async withEmail(
    tx: Tx,
    { id, email }: UserRecord,
    asked: ChangedUser & { readonly tellsHolder: boolean },
  ): Promise<ChangedUser> {
    if (asked.email === undefined || asked.email === email) return asked;
    const state = await this.attach.holdEmail(tx, id, asked.email);
    if (state === 'taken' && (asked.tellsHolder || asked.skipReconfirmation))
      throw UserNamesTaken({ fields: ['email'] });
    return state === 'confirmed' ? { ...asked, skipReconfirmation: true } : asked;
  }
}
