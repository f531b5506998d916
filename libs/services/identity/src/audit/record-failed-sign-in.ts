import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { currentOrigin } from '@hearth/telemetry';
import { Clock } from '../clock.js';
import type { Attempt } from '../sign-in/attempt-key.rules.js';
import { AuditEventsStore } from './audit-events.store.js';
import { failedSignInKey } from './failed-sign-in.rules.js';

/** Writes failed sign-ins into the audit trail: one record in an hour for all of a user's from one network. */
@Injectable()
export class RecordFailedSignIn {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly auditEventsStore: AuditEventsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Stored at once, and not by an event for each failure: a flood of them adds to records that are there. A login that no user has stays out
   * of it, since it may be a password in the wrong field.
   * @param reason what was refused
   */
  async within(tx: Tx, attempt: Attempt, reason: 'password' | 'code' | 'blocked'): Promise<void> {
    const now = this.clock.now();
    const { userId, login, clientAddress } = attempt;
    const { actor, correlation } = currentOrigin() ?? {};
    const record = {
      kind: 'session.failed',
      actorId: actor ?? null,
      actingAsId: null,
      address: clientAddress,
      requestId: correlation ?? null,
      details: { reason, attempts: 1, lastAt: now.toISOString(), ...(userId !== undefined && { login }) },
    };
    const isNew = await this.auditEventsStore.coalesce(tx, record, userId, failedSignInKey(attempt, reason, now), now);
    if (isNew) this.logger.log({ audit: { ...record, userId: userId ?? null }, msg: `audit ${record.kind}` });
  }
}
