import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { UserDeletedEvent, UserUpdatedEvent } from '@hearth/identity-contracts';
import { ReleaseUserCommand } from '@hearth/projects-contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Job, type JobDataOf, Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { ResumeUserCreationJob, ResumeUserDeletionJob } from '../jobs.js';
import { FinishUserCreation } from '../users/finish-creation.js';
import { RESUME_AFTER_SECONDS, USER_DEFAULTS } from '../users/new-user.rules.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { DeletionsStore } from './deletions.store.js';

const GHOST = {
  ...USER_DEFAULTS,
  name: 'Ghost User',
  bio: 'This is a "Ghost User", created to hold all issues authored by users that have since been deleted. This user cannot be removed.',
  canCreateGroup: false,
  projectsLimit: 0,
  ghost: true,
};
/** Number of usernames that are tried for the ghost. */
const MOST_NAMES = 1_000;

/**
 * Second half of deleting a user: projects releases the user's records, then the row is removed. It depends on the stored state only, so it
 * can be repeated and run concurrently.
 */
@Injectable()
export class FinishUserDeletion {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly deletionsStore: DeletionsStore,
    private readonly finishUserCreation: FinishUserCreation,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Does nothing for a user who is not being deleted (any more).
   * @throws Refusal when the deletion was refused: the user has the former state again; CallFailed when projects did not answer
   */
  async execute(id: number, hardDelete: boolean): Promise<void> {
    if (!(await this.deletionsStore.isUnderWay(this.db, id))) return;
    // The ghost replaces the user in other services once the row is removed.
    await this.ensureGhost();
    const { id: ghostId } = (await this.deletionsStore.ghost(this.db))!;
    await this.release(id, { hardDelete, ghostId });
    await this.db.tx(async (tx) => {
      // In any state: a user without a namespace cannot be restored.
      if (await this.deletionsStore.remove(tx, id))
        await this.outbox.append(tx, UserDeletedEvent, { userId: id, hardDelete, ghostId });
    });
  }

  /** Finishes or takes back a deletion that broke off. @throws CallFailed when projects did not answer */
  @Job(ResumeUserDeletionJob)
  async resume({ userId, hardDelete }: JobDataOf<typeof ResumeUserDeletionJob>): Promise<void> {
    try {
      await this.execute(userId, hardDelete);
    } catch (error) {
      // The user has to stay, and is let in again: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  private async release(userId: number, to: { hardDelete: boolean; ghostId: number }): Promise<void> {
    try {
      await this.calls.command(ReleaseUserCommand, { userId, ...to });
    } catch (error) {
      if (error instanceof Refusal) await this.takeBack(userId);
      throw error;
    }
  }

  private async takeBack(userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.deletionsStore.takeBack(tx, userId))) return;
      const user = await this.usersStore.find(tx, userId);
      await this.outbox.append(tx, UserUpdatedEvent, updateOf(user!));
    });
  }

  /** Creates the ghost, the owner of the contributions of deleted users, unless it exists: an ordinary user that cannot sign in. */
  private async ensureGhost(): Promise<void> {
    for (let number = 0; number < MOST_NAMES; number++) {
      if (await this.makeGhost(number === 0 ? 'ghost' : `ghost${number}`)) return;
    }
    throw new Error(`all of ghost1 to ghost${MOST_NAMES - 1} are taken`);
  }

  /** Returns false when another user has the name. */
  private async makeGhost(username: string): Promise<boolean> {
    const ghost = await this.deletionsStore.ghost(this.db);
    if (ghost && !ghost.isCreating) return true;
    const id = ghost?.id ?? (await this.beginGhost(username));
    if (id === undefined) return false;
    try {
      return (await this.finishUserCreation.execute(id)) !== null;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  private async beginGhost(username: string): Promise<number | undefined> {
    const confirmed = { passwordHash: null, confirmed: true, now: this.clock.now() };
    try {
      return await this.db.tx(async (tx) => {
        const email = `${username}@example.com`;
        if (!(await this.usersStore.holdUsername(tx, username))) return undefined;
        if ((await this.usersStore.taken(tx, { email })).email) return undefined;
        const userId = await this.usersStore.insertCreating(tx, { ...GHOST, username, email }, confirmed);
        await this.jobs.add(tx, ResumeUserCreationJob, { userId }, { startAfterSeconds: RESUME_AFTER_SECONDS });
        return userId;
      });
    } catch (error) {
      // The address is taken, or another call is creating the ghost.
      if (violatedConstraint(error) === undefined) throw error;
      return undefined;
    }
  }
}
