import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { holderNotFound, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { RemoveUnusedBotJob, ResumeUserCreationJob } from '../jobs.js';
import { FinishUserCreation } from '../users/finish-creation.js';
import { RESUME_AFTER_SECONDS, USER_DEFAULTS } from '../users/new-user.rules.js';
import { UsersStore } from '../users/users.store.js';
import { botUsername } from './access-token.rules.js';

/** Domain without mail (RFC 2606). */
const NO_MAIL = 'noreply.invalid';

/** Creates the user of an access token, who has no password and can create no projects and groups. */
@Injectable()
export class CreateBot {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly finishUserCreation: FinishUserCreation,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * A bot that gets no token is removed by a job.
   * @returns the user's id
   * @throws ProjectNotFound, GroupNotFound when it was deleted meanwhile; CallFailed when projects did not answer
   */
  async execute(holder: CredentialHolder, name: string, { external }: Principal): Promise<number> {
    const username = botUsername(holder, randomBytes(16).toString('hex'));
    const limits = { external, canCreateGroup: false, projectsLimit: 0 };
    const { confirmed: _confirmed, avatar: _avatar, identity: _identity, ...defaults } = USER_DEFAULTS;
    const bot = { ...defaults, ...limits, username, name, email: `${username}@${NO_MAIL}`, holder };
    const userId = await this.db.tx(async (tx) => {
      if (!(await this.credentialHoldersStore.hold(tx, holder))) throw holderNotFound(holder);
      const terms = { passwordHash: null, confirmed: true, now: this.clock.now() };
      const id = await this.usersStore.insertCreating(tx, bot, terms);
      await this.jobs.add(tx, ResumeUserCreationJob, { userId: id }, { startAfterSeconds: RESUME_AFTER_SECONDS });
      await this.jobs.add(tx, RemoveUnusedBotJob, { userId: id }, { startAfterSeconds: 2 * RESUME_AFTER_SECONDS });
      return id;
    });
    await this.finishUserCreation.execute(userId);
    return userId;
  }
}
