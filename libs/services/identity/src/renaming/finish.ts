import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { RenameUserNamespaceCommand } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { ResumeUserRenameJob } from '../jobs.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { RenamesStore, type PendingRename } from './renames.store.js';

/**
 * Second half of renaming a user: renames the namespace, then the user. It depends on the stored state only, so it can be repeated and run
 * concurrently.
 */
@Injectable()
export class FinishUserRename {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly renamesStore: RenamesStore,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Does nothing for a user without a pending rename.
   * @throws Refusal when the namespace cannot have the name: the user keeps the old one; CallFailed when projects did not answer
   */
  async execute(id: number): Promise<void> {
    const pending = await this.renamesStore.pending(this.db, id);
    if (!pending) return;
    const { username } = pending;
    await this.moveNamespace(id, pending);
    await this.db.tx(async (tx) => {
      if (!(await this.renamesStore.finish(tx, id, username, this.clock.now()))) return;
      const user = await this.usersStore.find(tx, id);
      if (!user) return;
      await this.outbox.append(tx, UserUpdatedEvent, updateOf(user));
      await this.audit.append(tx, { kind: 'user.renamed', subject: { type: 'user', id, name: username } });
    });
  }

  /** Finishes or gives up a rename that broke off. @throws CallFailed when projects did not answer */
  @Job(ResumeUserRenameJob)
  async resume({ userId }: JobDataOf<typeof ResumeUserRenameJob>): Promise<void> {
    try {
      await this.execute(userId);
    } catch (error) {
      // The namespace cannot be called so, and the user keeps the old name: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  private async moveNamespace(userId: number, { username, byAdmin }: PendingRename): Promise<void> {
    try {
      await this.calls.command(RenameUserNamespaceCommand, { userId, username, byAdmin });
    } catch (error) {
      if (error instanceof Refusal) await this.db.tx((tx) => this.renamesStore.giveUp(tx, userId, username));
      throw error;
    }
  }
}
