import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { UserCreatedEvent, UserUpdatedEvent } from '@hearth/identity-contracts';
import { ClaimUserNamespaceCommand } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { ResumeUserCreationJob, SendConfirmationJob, SendPasswordResetJob } from '../jobs.js';
import type { UserRecord } from './user.entity.js';
import { updateOf } from './user.view.js';
import { UsersStore } from './users.store.js';

/**
 * Second half of creating a user: claims the namespace, then makes the user active. It depends on the stored state only, so it can be
 * repeated and run concurrently.
 */
@Injectable()
export class FinishUserCreation {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @returns the user; null when no user has the id (any more)
   * @throws Refusal when the namespace is refused: the user was removed then; CallFailed when projects did not answer: the user stays
   *   `creating`
   */
  async execute(id: number): Promise<UserRecord | null> {
    const user = await this.usersStore.findCreating(this.db, id);
    if (user) {
      await this.claimNamespace(user);
      await this.activate(user);
    }
    return this.usersStore.find(this.db, id);
  }

  /** Finishes a creation that broke off. The user is removed when the namespace is refused. @throws CallFailed when projects did not answer */
  @Job(ResumeUserCreationJob)
  async resume({ userId }: JobDataOf<typeof ResumeUserCreationJob>): Promise<void> {
    try {
      await this.execute(userId);
    } catch (error) {
      // The namespace was refused and the user removed: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  private async claimNamespace({ id, username, name, email, createdAt, ghost, holderId }: UserRecord): Promise<void> {
    // Admins create all users but the ghost and bots.
    const claim = {
      userId: id,
      username,
      displayName: name,
      email,
      createdAt: createdAt.toISOString(),
      byAdmin: !ghost && holderId === null,
    };
    try {
      await this.calls.command(ClaimUserNamespaceCommand, claim);
    } catch (error) {
      if (error instanceof Refusal) await this.db.tx((tx) => this.usersStore.removeCreating(tx, id));
      throw error;
    }
  }

  private async activate({ id, username, email, admin, ghost, holderId, confirmedAt }: UserRecord): Promise<void> {
    await this.db.tx(async (tx) => {
      const activated = await this.usersStore.activate(tx, id, this.clock.now());
      if (!activated) return;
      await this.outbox.append(tx, UserCreatedEvent, { userId: id, username });
      const subject = { type: 'user', id, name: username };
      const isPerson = !ghost && holderId === null;
      if (isPerson) await this.audit.append(tx, { kind: 'user.created', subject, details: { admin } });
      if (activated.needsPassword && isPerson) await this.jobs.add(tx, SendPasswordResetJob, { userId: id });
      if (!confirmedAt) await this.jobs.add(tx, SendConfirmationJob, { userId: id, email });
      const user = await this.usersStore.find(tx, id);
      // The claim of the namespace did not include the avatar.
      if (user?.avatarFile) await this.outbox.append(tx, UserUpdatedEvent, updateOf(user));
    });
  }
}
