import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import type { Row } from '@hearth/data';
import { currentOrigin, type TraceHeaders } from '@hearth/telemetry';

/** A published event: CloudEvents attributes, actor, correlation and causation, and its data as parsed JSON. */
export interface EventEnvelope {
  readonly id: string;
  /** Name of the contract: `projects.project-created`. */
  readonly type: string;
  readonly source: ServiceName;
  readonly time: Date;
  readonly key: string;
  readonly data: unknown;
  readonly actor?: number;
  readonly correlation?: string;
  readonly causation?: string;
  /** Set on a replayed dead letter: `<service>/<handler>`, the only handler that receives it. */
  readonly onlyFor?: string;
  /** The span in which it was appended; its handling continues this trace. */
  readonly trace?: TraceHeaders;
}

/** Attributes of an event, in addition to its data. */
export interface EventMeta extends Omit<EventEnvelope, 'data' | 'onlyFor' | 'trace'> {
  /** Number of the attempt, from 1; counted in the database, so it survives a killed process. */
  readonly attempt: number;
}

/** The actor (user id), the correlation id of the original request, and the event that caused this one. */
export interface EventContext {
  actor?: number;
  correlation?: string;
  causation?: string;
}

/** Returns the context of an event that is appended now: the given one, by default that of the running work. */
export function contextNow(given: EventContext = {}): EventContext {
  const origin = currentOrigin();
  return {
    actor: given.actor ?? origin?.actor,
    correlation: given.correlation ?? origin?.correlation,
    causation: given.causation ?? origin?.causation,
  };
}

/** Columns that outbox and dead letters share. */
export interface EventColumns extends Row {
  event_id: string;
  type: string;
  key: string;
  data: unknown;
  actor: number | null;
  correlation: string | null;
  causation: string | null;
}

/** Builds an event from its stored columns. */
export function storedEvent(row: EventColumns, source: ServiceName, time: Date): EventEnvelope {
  return {
    id: row.event_id,
    type: row.type,
    source,
    time,
    key: row.key,
    data: row.data,
    actor: row.actor ?? undefined,
    correlation: row.correlation ?? undefined,
    causation: row.causation ?? undefined,
  };
}

/** Returns the service with that name, or undefined. */
export function serviceNamed(name: string | undefined): ServiceName | undefined {
  return SERVICE_NAMES.find((service) => service === name);
}
