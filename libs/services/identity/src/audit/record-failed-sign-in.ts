import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { currentOrigin } from '@hearth/telemetry';
import { Clock } from '../clock.js';
import type { Attempt } from '../sign-in/attempt-key.rules.js';
import { AuditEventsStore } from './audit-events.store.js';
import { failedSignInKey } from './failed-sign-in.rules.js';

/** Records failed sign-ins in the audit trail: one record an hour for each user and network. */
@Injectable()
export class RecordFailedSignIn {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly auditEventsStore: AuditEventsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the record directly, not by an event for each failure: a flood of failures updates existing records. An unknown login is not
   * recorded by name, since it may be a password in the wrong field.
   * @param reason the reason of the failure
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
