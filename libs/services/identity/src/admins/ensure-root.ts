import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { MainEmail } from '../emails/main-email.js';
import { EmailTaken, UsernameTaken } from '../refusals.js';
import { takenName } from '../users/create.js';
import { FinishUserCreation } from '../users/finish-creation.js';
import { USER_DEFAULTS, type NewUser } from '../users/new-user.rules.js';
import { hashPassword } from '../users/password-hash.js';
import { UsersStore } from '../users/users.store.js';

const ROOT = {
  ...USER_DEFAULTS,
  username: 'root',
  name: 'Administrator',
  email: 'admin@example.com',
  confirmed: true,
  admin: true,
} satisfies Partial<NewUser>;

/**
 * Creates the first administrator. No job finishes an interrupted creation, since its password would be unknown: the next call does, and
 * sets the password of that call.
 */
@Injectable()
export class EnsureRootUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly finishUserCreation: FinishUserCreation,
    private readonly clock: Clock,
    private readonly mainEmail: MainEmail,
  ) {}

  /**
   * @param password password of the administrator, if one is created
   * @returns whether this call created it, and its username. False also while another call creates it
   * @throws Refusal when one of its names is taken; CallFailed when the projects service did not answer: retry
   */
  async execute(password: string): Promise<{ created: boolean; username: string }> {
    const passwordHash = await hashPassword(password);
    const ensured = await this.usersStore.unlessRunning(this.db, () => this.ensure(passwordHash));
    return ensured ?? { created: false, username: ROOT.username };
  }

  private async ensure(passwordHash: string): Promise<{ created: boolean; username: string }> {
    const present = await this.usersStore.administrator(this.db);
    if (present !== undefined) return { created: false, username: present };
    await this.finishUserCreation.execute(await this.begin(passwordHash));
    return { created: true, username: ROOT.username };
  }

  private async begin(passwordHash: string): Promise<number> {
    const now = this.clock.now();
    try {
      return await this.db.tx(async (tx) => {
        const leftover = await this.usersStore.takeOverCreating(tx, ROOT.username, passwordHash, now);
        if (leftover !== undefined) return leftover;
        if (!(await this.usersStore.holdUsername(tx, ROOT.username))) throw UsernameTaken();
        if (!(await this.mainEmail.hold(tx, ROOT.email))) throw EmailTaken();
        const { confirmed, ...root } = ROOT;
        return this.usersStore.insertCreating(tx, root, { passwordHash, confirmed, now });
      });
    } catch (error) {
      throw takenName(error) ?? error;
    }
  }
}
