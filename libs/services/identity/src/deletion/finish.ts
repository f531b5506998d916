import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { UserDeletedEvent, UserUpdatedEvent } from '@hearth/identity-contracts';
import { ReleaseUserCommand } from '@hearth/projects-contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { RESUME_AFTER_SECONDS, ResumeUserCreation } from '../jobs/resume-user-creation.js';
import { FinishUserCreation } from '../users/finish-creation.js';
import { USER_DEFAULTS } from '../users/new-user.rules.js';
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
/** More people than this are not called like the ghost. */
const MOST_NAMES = 1_000;

/**
 * The second half of deleting a user: others let go of what the user held, then the row goes. It looks only at what is there, so it may
 * run again at any time, also beside itself.
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
   * @throws Refusal when the user has to stay: they are then what they were before; CallFailed when nobody answered
   */
  async execute(id: number, hardDelete: boolean): Promise<void> {
    if (!(await this.deletionsStore.isUnderWay(this.db, id))) return;
    // From the deletion on, the ghost stands for the user.
    await this.ensureGhost();
    const { id: ghostId } = (await this.deletionsStore.ghost(this.db))!;
    await this.release(id, { hardDelete, ghostId });
    await this.db.tx(async (tx) => {
      // Whatever the state is by now: a user whose namespace is gone cannot come back.
      if (await this.deletionsStore.remove(tx, id))
        await this.outbox.append(tx, UserDeletedEvent, { userId: id, hardDelete, ghostId });
    });
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

  /** Makes the user to whom the contributions of deleted users belong, unless there is one: like others, but nobody is let in as it. */
  private async ensureGhost(): Promise<void> {
    for (let number = 0; number < MOST_NAMES; number++) {
      if (await this.makeGhost(number === 0 ? 'ghost' : `ghost${number}`)) return;
    }
    throw new Error(`all of ghost1 to ghost${MOST_NAMES - 1} are taken`);
  }

  /** Returns false when the name is somebody else's. */
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
        await this.jobs.add(tx, ResumeUserCreation, { userId }, { startAfterSeconds: RESUME_AFTER_SECONDS });
        return userId;
      });
    } catch (error) {
      // Its address is taken, or somebody else is making it.
      if (violatedConstraint(error) === undefined) throw error;
      return undefined;
    }
  }
}
