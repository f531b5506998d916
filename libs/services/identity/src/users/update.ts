import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { LastAdmin, UserInvalid, UserNamesTaken } from '../refusals.js';
import { RenameUser } from '../renaming/rename.js';
import { EndUserAccess } from '../sessions/end-access.js';
import { SaveChangedRelations } from './save-changed-relations.js';
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

/** Changes a user, on behalf of an admin or the user themselves. */
@Injectable()
export class UpdateUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly saveChangedRelations: SaveChangedRelations,
    private readonly renameUser: RenameUser,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly endUserAccess: EndUserAccess,
  ) {}

  /**
   * Changes the username first, and with it the namespace. All other changes follow in one transaction after its success.
   * @param caller a password set for another user has to be replaced at the next web sign-in; only admins can use reserved names
   * @throws UserNotFound, Forbidden for the ghost, UserNamesTaken, UserInvalid, LastAdmin, or the refusal of the namespace: nothing has changed then,
   *   except the username if another user took the new address or identity at the same moment; CallFailed when the projects service did
   *   not answer: the rename is finished or given up later
   */
  async execute(id: number, asked: ChangedUser, caller: Pick<Principal, 'userId' | 'admin'>): Promise<UserRecord> {
    // Only admins learn from the response that an address is taken. Otherwise its holder is notified by mail.
    const revealsHolder = id !== caller.userId || caller.admin;
    const user = await this.check(id, asked, revealsHolder);
    const password = asked.password === undefined ? {} : await this.password(asked.password, id !== caller.userId);
    // During a rename the current username is about to change, so setting it again is a rename, too.
    const keepsName = asked.username === user.username && user.pendingUsername === null;
    if (asked.username !== undefined && !keepsName)
      await this.renameUser.execute(id, { username: asked.username, byAdmin: caller.admin });
    try {
      return await this.db.tx((tx) => this.change(tx, id, { ...asked, revealsHolder }, password));
    } catch (error) {
      throw violatedConstraint(error) === EMAIL_KEY ? UserNamesTaken({ fields: ['email'] }) : error;
    }
  }

  /** Checks the changes. A taken name is reported before all other failures. */
  private async check(id: number, asked: ChangedUser, revealsHolder: boolean): Promise<UserRecord> {
    const user = await this.usersStore.find(this.db, id);
    if (!user) throw UserNotFound();
    if (user.ghost || user.holderId !== null) throw Forbidden();
    const { email, username } = asked;
    const taken = await this.usersStore.taken(this.db, {
      ...(email !== undefined && revealsHolder && { email }),
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
      ...(await this.saveChangedRelations.failures(this.db, id, identity)),
      ...userFailures({ ...given, ...(identity && { identity }) } as Parameters<typeof userFailures>[0]),
    };
    if (Object.keys(failures).length > 0) throw UserInvalid({ failures });
    return user;
  }

  private async password(password: string, byAnotherUser: boolean): Promise<ChangedPassword> {
    return {
      passwordHash: await hashPassword(password),
      passwordExpiresAt: byAnotherUser ? this.clock.now() : null,
    };
  }

  private async change(
    tx: Tx,
    id: number,
    asked: ChangedUser & { readonly revealsHolder: boolean },
    password: Partial<ChangedPassword>,
  ): Promise<UserRecord> {
    const user = await this.usersStore.lock(tx, id);
    if (!user) throw UserNotFound();
    const columns = { ...changedColumns(user, await this.withEmail(tx, user, asked)), ...password };
    if (columns.admin === false && (await this.usersStore.isLastAdmin(tx, user))) throw LastAdmin();
    const { avatar, identity } = asked;
    if (Object.keys(columns).length === 0 && avatar === undefined && !identity) return user;
    await this.saveChangedRelations.within(tx, id, { avatar, identity });
    await this.saveChangedRelations.emails(tx, user, columns, this.clock.now());
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

  /** Locks the new address. It applies at once if the user has confirmed it before. */
  private async withEmail(
    tx: Tx,
    { id, email }: UserRecord,
    asked: ChangedUser & { readonly revealsHolder: boolean },
  ): Promise<ChangedUser> {
    if (asked.email === undefined || asked.email === email) return asked;
    const state = await this.saveChangedRelations.holdEmail(tx, id, asked.email);
    if (state === 'taken' && (asked.revealsHolder || asked.skipReconfirmation))
      throw UserNamesTaken({ fields: ['email'] });
    return state === 'confirmed' ? { ...asked, skipReconfirmation: true } : asked;
  }
}
