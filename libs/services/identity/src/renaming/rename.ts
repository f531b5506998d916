import { Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Unavailable } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { RESUME_AFTER_SECONDS } from '../jobs/resume-user-creation.js';
import { ResumeUserRename } from '../jobs/resume-user-rename.js';
import { UserNamesTaken } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { FinishUserRename } from './finish.js';
import { RenamesStore, type PendingRename } from './renames.store.js';

/** How often a rename lets an earlier one of the same user go first. */
const ATTEMPTS = 3;

/** Gives a user another name, and with it moves everything in the user's namespace. */
@Injectable()
export class RenameUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly renamesStore: RenamesStore,
    private readonly jobs: Jobs,
    private readonly finishUserRename: FinishUserRename,
  ) {}

  /**
   * @throws UserNotFound, UserNamesTaken, or the refusal of the namespace: the user then keeps the old name; CallFailed when the
   *   namespace's owner did not answer: the user gets the name later, or keeps the old one; Unavailable while others rename the same user
   */
  async execute(id: number, rename: PendingRename): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await this.begin(id, rename)) return this.finishUserRename.execute(id);
      await this.letTheEarlierOneEnd(id);
    }
    throw Unavailable();
  }

  /** Returns false while the user is about to get another name: two moves of one namespace would leave it called after either. */
  private begin(id: number, rename: PendingRename): Promise<boolean> {
    const { username } = rename;
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.pendingUsername !== null) return user.pendingUsername === username;
      if (!(await this.usersStore.holdUsername(tx, username, id))) throw UserNamesTaken({ fields: ['username'] });
      await this.renamesStore.begin(tx, id, rename);
      await this.jobs.add(tx, ResumeUserRename, { userId: id }, { startAfterSeconds: RESUME_AFTER_SECONDS });
      return true;
    });
  }

  /** However it ends: it is the other request that is told. */
  private async letTheEarlierOneEnd(id: number): Promise<void> {
    try {
      await this.finishUserRename.execute(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
