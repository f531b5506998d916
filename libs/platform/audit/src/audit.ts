import type { Provider } from '@nestjs/common';
import type { AuditRecord, EventContract } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { currentOrigin, type Origin } from '@hearth/telemetry';

/** The act and its subject; the actor is part of the running work's origin. */
export interface AuditEntry {
  /** `user.blocked`. */
  readonly kind: string;
  readonly subject: { readonly type: string; readonly id: number; readonly name?: string | undefined };
  /** Further facts about the act. Never a secret. Beside `projectId` and `groupId` may stand `projectPath` and `groupPath`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Appends a service's records to the audit trail. */
export class Audit {
  private readonly outbox: Outbox;

  constructor(private readonly event: EventContract<typeof AuditRecord>) {
    this.outbox = new Outbox(event.owner);
  }

  /**
   * Appends a record in the transaction of the change, so that there is a record exactly when the change was committed. The path of the project or
   * group that the request names is added automatically, both as the subject and in the details.
   */
  append(tx: Tx, { kind, subject, details = {} }: AuditEntry): Promise<void> {
    const { actor, admin, address, correlation, target } = currentOrigin() ?? {};
    const isTarget = target?.type === subject.type && target.id === subject.id;
    return this.outbox.append(tx, this.event, {
      kind,
      actorId: admin ?? actor ?? null,
      actingAsId: admin === undefined ? null : (actor ?? null),
      subject: { ...subject, name: subject.name ?? (isTarget ? target.name : null) },
      address: address ?? null,
      requestId: correlation ?? null,
      details: { ...details, ...(target && pathBeside(details, target)) },
    });
  }
}

/** Returns the path of the project or group whose id the details contain: `projectPath` beside `projectId`. */
function pathBeside(details: NonNullable<AuditEntry['details']>, target: NonNullable<Origin['target']>) {
  const { type, id, name } = target;
  return details[`${type}Id`] === id ? { [`${type}Path`]: name } : {};
}

/** Provides the `Audit` of a service. @param event by which the service publishes its records */
export function provideAudit(event: EventContract<typeof AuditRecord>): Provider {
  return { provide: Audit, useValue: new Audit(event) };
}
