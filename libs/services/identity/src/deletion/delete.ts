import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Forbidden, type UnlessModified } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { ResumeUserDeletionJob } from '../jobs.js';
import { LastAdmin } from '../refusals.js';
import { RESUME_AFTER_SECONDS } from '../users/new-user.rules.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { DeletionsStore } from './deletions.store.js';
import { FinishUserDeletion } from './finish.js';

/** Deletes a user. From the first transaction on the user cannot sign in and is not visible. */
@Injectable()
export class DeleteUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly deletionsStore: DeletionsStore,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly finishUserDeletion: FinishUserDeletion,
    private readonly audit: Audit,
  ) {}

  /**
   * @param hardDelete also deletes the contributions, and groups without another owner
   * @throws UserNotFound, Forbidden for the ghost, PreconditionFailed, LastAdmin, SoleGroupOwner: nothing has changed then; CallFailed when the projects
   *   service did not answer: the deletion is finished or taken back later
   */
  async execute(id: number, hardDelete: boolean, unlessModified: UnlessModified): Promise<void> {
    await this.begin(id, hardDelete, unlessModified);
    await this.finishUserDeletion.execute(id, hardDelete);
  }

  private async begin(id: number, hardDelete: boolean, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.ghost) throw Forbidden();
      unlessModified(user.updatedAt);
      if (await this.usersStore.isLastAdmin(tx, user)) throw LastAdmin();
      await this.deletionsStore.begin(tx, id);
      const told = updateOf({ ...user, state: 'deleting', revision: user.revision + 1 });
      await this.outbox.append(tx, UserUpdatedEvent, told);
      // The deletion is only requested: projects can still refuse it.
      const subject = { type: 'user', id, name: user.username };
      await this.audit.append(tx, { kind: 'user.deletion_requested', subject, details: { hardDelete } });
      const options = { startAfterSeconds: RESUME_AFTER_SECONDS };
      await this.jobs.add(tx, ResumeUserDeletionJob, { userId: id, hardDelete }, options);
    });
  }
}
