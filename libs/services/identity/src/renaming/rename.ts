import { Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Unavailable } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { ResumeUserRenameJob } from '../jobs.js';
import { RESUME_AFTER_SECONDS } from '../users/new-user.rules.js';
import { UserNamesTaken } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { FinishUserRename } from './finish.js';
import { RenamesStore, type PendingRename } from './renames.store.js';

/** Number of times that a rename finishes an earlier one of the same user before it gives up. */
const ATTEMPTS = 3;

/** Changes a username, and with it the path of the user's namespace. */
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
   * @throws UserNotFound, UserNamesTaken, or the refusal of the namespace: the user keeps the old name then; CallFailed when the projects
   *   service did not answer: the rename is finished or given up later; Unavailable while other requests rename the same user
   */
  async execute(id: number, rename: PendingRename): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await this.begin(id, rename)) return this.finishUserRename.execute(id);
      await this.finishEarlierRename(id);
    }
    throw Unavailable();
  }

  /** Starts the rename. Returns false while another one is pending: two concurrent ones could leave the namespace with either name. */
  private begin(id: number, rename: PendingRename): Promise<boolean> {
    const { username } = rename;
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.pendingUsername !== null) return user.pendingUsername === username;
      if (!(await this.usersStore.holdUsername(tx, username, id))) throw UserNamesTaken({ fields: ['username'] });
      await this.renamesStore.begin(tx, id, rename);
      await this.jobs.add(tx, ResumeUserRenameJob, { userId: id }, { startAfterSeconds: RESUME_AFTER_SECONDS });
      return true;
    });
  }

  /** Finishes a pending rename. A refusal is ignored here, since it belongs to the earlier request. */
  private async finishEarlierRename(id: number): Promise<void> {
    try {
      await this.finishUserRename.execute(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
