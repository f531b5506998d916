import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '@hearth/data';
import { imageFileName } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { MainEmail } from '../emails/main-email.js';
import { ResumeUserCreationJob } from '../jobs.js';
import { EmailTaken, UserInvalid, UsernameTaken } from '../refusals.js';
import { SaveUserRelations } from './save-relations.js';
import { FinishUserCreation } from './finish-creation.js';
import { RESUME_AFTER_SECONDS, userFailures, withExternalLimits, type NewUser } from './new-user.rules.js';
import { hashPassword } from './password-hash.js';
import type { UserRecord } from './user.entity.js';
import { EMAIL_KEY, USERNAME_KEY, UsersStore } from './users.store.js';

/** Creates a user, and the user's namespace in projects. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly saveUserRelations: SaveUserRelations,
    private readonly jobs: Jobs,
    private readonly finishUserCreation: FinishUserCreation,
    private readonly clock: Clock,
    private readonly mainEmail: MainEmail,
  ) {}

  /**
   * @throws EmailTaken, UsernameTaken, UserInvalid, or the refusal of the namespace: the user was removed then; CallFailed when the projects
   *   service did not answer: the creation is finished or taken back later
   */
  async execute(asked: NewUser): Promise<UserRecord> {
    await this.check(asked);
    const passwordHash = asked.password === null ? null : await hashPassword(asked.password);
    const id = await this.begin(withExternalLimits(asked), passwordHash);
    const user = await this.finishUserCreation.execute(id);
    // Only a refused name removes a user who is being created; the job may have got the refusal first.
    if (!user) throw UsernameTaken();
    return user;
  }

  /** Checks the user. A taken name is reported before all other failures. */
  private async check(asked: NewUser): Promise<void> {
    const taken = await this.usersStore.taken(this.db, asked);
    if (taken.email) throw EmailTaken();
    if (taken.username) throw UsernameTaken();
    const failures = {
      ...(await this.saveUserRelations.failures(this.db, undefined, asked.identity)),
      ...userFailures(asked),
    };
    if (taken.usernameInOtherCase) failures.username = ['has already been taken'];
    if (Object.keys(failures).length > 0) throw UserInvalid({ failures });
  }

  private async begin(asked: NewUser, passwordHash: string | null): Promise<number> {
    const { password: _password, avatar, identity, confirmed, ...user } = asked;
    try {
      return await this.db.tx(async (tx) => {
        if (!(await this.usersStore.holdUsername(tx, user.username))) throw UsernameTaken();
        if (!(await this.mainEmail.hold(tx, user.email))) throw EmailTaken();
        const row = { ...user, ...(avatar && { avatarFile: imageFileName(avatar.name) }) };
        const userId = await this.usersStore.insertCreating(tx, row, {
          passwordHash,
          confirmed,
          now: this.clock.now(),
        });
        await this.saveUserRelations.within(tx, userId, { avatar: avatar ?? undefined, identity });
        await this.jobs.add(tx, ResumeUserCreationJob, { userId }, { startAfterSeconds: RESUME_AFTER_SECONDS });
        return userId;
      });
    } catch (error) {
      throw takenName(error) ?? error;
    }
  }
}

/** Returns the refusal of a name that was taken after the check. */
export function takenName(error: unknown) {
  const constraint = violatedConstraint(error);
  if (constraint === EMAIL_KEY) return EmailTaken();
  if (constraint === USERNAME_KEY) return UsernameTaken();
  return undefined;
}
