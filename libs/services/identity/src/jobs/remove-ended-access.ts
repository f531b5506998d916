import { Database, type Tx } from '@hearth/data';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { Clock } from '../clock.js';
import { OAuthTokensStore } from '../oauth/tokens.store.js';
import { PendingSignInsStore } from '../sessions/pending-sign-ins.store.js';
import { SessionsStore } from '../sessions/sessions.store.js';

const BATCH = 1_000;

/** A rotated refresh token that is used again is noticed for this long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes sessions, codes and tokens of applications that have ended. */
export const RemoveEndedAccess = defineJob({
  name: 'remove-ended-access',
  data: z.object({}),
  schedule: '37 3 * * *',
});

@Job(RemoveEndedAccess)
export class RemoveEndedAccessWorker implements JobWorker<typeof RemoveEndedAccess> {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly tokensStore: OAuthTokensStore,
    private readonly clock: Clock,
  ) {}

  /** A few at a time, so that nobody waits for it. */
  async run(_data: JobDataOf<typeof RemoveEndedAccess>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - KEPT_MS);
    const removals = [
      (tx: Tx) => this.sessionsStore.removeEnded(tx, now, BATCH),
      (tx: Tx) => this.pendingSignInsStore.removeEnded(tx, now, BATCH),
      (tx: Tx) => this.tokensStore.removeCodes(tx, now, BATCH),
      (tx: Tx) => this.tokensStore.removeUseless(tx, before, BATCH),
    ];
    for (const removeSome of removals) while (!signal.aborted && (await this.db.tx(removeSome)) === BATCH);
  }
}
