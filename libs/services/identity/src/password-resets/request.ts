import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { SendPasswordReset } from '../jobs/send-password-reset.js';
import { ChargeSignInAttempt } from '../sign-in/charge-attempt.js';

/** Has a link for a new password mailed to an address. */
@Injectable()
export class RequestPasswordReset {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
  ) {}

  /**
   * Does the same for every address: whose it is, the job looks up. Requests are counted in the budgets of sign-ins, by address and network.
   * @returns after how many seconds to try again; undefined where the request was taken
   */
  async execute(email: string, clientAddress: string): Promise<number | undefined> {
    const limited = await this.chargeSignInAttempt.execute({ login: email, userId: undefined, clientAddress });
    if (limited && 'retryAfterSeconds' in limited) return limited.retryAfterSeconds;
    await this.db.tx((tx) => this.jobs.add(tx, SendPasswordReset, { email }));
    return undefined;
  }
}
