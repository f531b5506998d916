import { Injectable } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { Database, violatedConstraint } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { RESUME_AFTER_SECONDS, ResumeUserCreation } from '../jobs/resume-user-creation.js';
import { FinishUserCreation } from '../users/finish-creation.js';
import { USER_DEFAULTS } from '../users/new-user.rules.js';
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

/** Makes the user to whom the contributions of deleted users belong, unless there is one: a user like others, but nobody is let in as it. */
@Injectable()
export class EnsureGhost {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly deletions: DeletionsStore,
    private readonly jobs: Jobs,
    private readonly finish: FinishUserCreation,
    private readonly clock: Clock,
  ) {}

  /** @throws CallFailed when the namespace's owner did not answer */
  async execute(): Promise<void> {
    for (let number = 0; number < MOST_NAMES; number++) {
      if (await this.make(number === 0 ? 'ghost' : `ghost${number}`)) return;
    }
    throw new Error(`all of ghost1 to ghost${MOST_NAMES - 1} are taken`);
  }

  /** Returns false when the name is somebody else's. */
  private async make(username: string): Promise<boolean> {
    const ghost = await this.deletions.ghost(this.database);
    if (ghost && !ghost.isCreating) return true;
    const id = ghost?.id ?? (await this.begin(username));
    if (id === undefined) return false;
    try {
      return (await this.finish.execute(id)) !== null;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  private async begin(username: string): Promise<number | undefined> {
    const confirmed = { passwordHash: null, confirmed: true, now: this.clock.now() };
    try {
      return await this.database.tx(async (tx) => {
        if (!(await this.users.holdUsername(tx, username))) return undefined;
        const userId = await this.users.insertCreating(
          tx,
          { ...GHOST, username, email: `${username}@example.com` },
          confirmed,
        );
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
