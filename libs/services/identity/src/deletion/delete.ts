import { Injectable } from '@nestjs/common';
import { UserNotFound, UserUpdated } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Forbidden, type UnlessModified } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { RESUME_AFTER_SECONDS } from '../jobs/resume-user-creation.js';
import { ResumeUserDeletion } from '../jobs/resume-user-deletion.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { DeletionsStore } from './deletions.store.js';
import { FinishUserDeletion } from './finish.js';

/** Deletes a user. From the first transaction on nobody is let in as the user, and nobody sees them. */
@Injectable()
export class DeleteUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly deletions: DeletionsStore,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly finish: FinishUserDeletion,
  ) {}

  /**
   * @param hardDelete the contributions go too, and groups that nobody else owns
   * @throws UserNotFound, Forbidden for the ghost, PreconditionFailed, SoleGroupOwner: nothing is changed then; CallFailed when the owner of
   *   groups and projects did not answer: the user is deleted later, or comes back
   */
  async execute(id: number, hardDelete: boolean, unlessModified: UnlessModified): Promise<void> {
    await this.begin(id, hardDelete, unlessModified);
    await this.finish.execute(id, hardDelete);
  }

  private async begin(id: number, hardDelete: boolean, unlessModified: UnlessModified): Promise<void> {
    await this.database.tx(async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.ghost) throw Forbidden();
      unlessModified(user.updatedAt);
      await this.deletions.begin(tx, id);
      const told = updateOf({ ...user, state: 'deleting', revision: user.revision + 1 });
      await this.outbox.append(tx, UserUpdated, told);
      const options = { startAfterSeconds: RESUME_AFTER_SECONDS };
      await this.jobs.add(tx, ResumeUserDeletion, { userId: id, hardDelete }, options);
    });
  }
}
