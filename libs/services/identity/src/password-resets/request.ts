import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { SendPasswordResetJob } from '../jobs.js';
import { ChargeSignInAttempt } from '../sign-in/charge-attempt.js';

/** Requests the mail with a link for a new password. */
@Injectable()
export class RequestPasswordReset {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
  ) {}

  /**
   * Behaves the same for every address: the job looks its user up. Requests count in the budgets of sign-ins, by address and network.
   * @returns seconds until the next attempt; undefined when the request was accepted
   */
  async execute(email: string, clientAddress: string): Promise<number | undefined> {
    const limited = await this.chargeSignInAttempt.execute({ login: email, userId: undefined, clientAddress });
    if (limited && 'retryAfterSeconds' in limited) return limited.retryAfterSeconds;
    await this.db.tx((tx) => this.jobs.add(tx, SendPasswordResetJob, { email }));
    return undefined;
  }
}
