import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import type { Row } from '@hearth/data';
import { currentOrigin, type TraceHeaders } from '@hearth/telemetry';

/** An event on its way: CloudEvents attributes, who and what caused it, and its data as parsed JSON. */
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
  /** Set on a replayed dead letter: `<service>/<handler>`, the only one that gets it. */
  readonly onlyFor?: string;
  /** The span in which it was appended; what its handling continues. */
  readonly trace?: TraceHeaders;
}

/** What a reaction learns about the event besides its data. */
export interface EventMeta extends Omit<EventEnvelope, 'data' | 'onlyFor' | 'trace'> {
  /** 1 the first time; counted in the database, so it goes on after the process was killed. */
  readonly attempt: number;
}

/** Who acts (user id), the request that everything began with, and the event that this one follows from. */
export interface EventContext {
  actor?: number;
  correlation?: string;
  causation?: string;
}

/** The context of an event that is appended now: what is given, else what the running work goes back to. */
export function contextNow(given: EventContext = {}): EventContext {
  const origin = currentOrigin();
  return {
    actor: given.actor ?? origin?.actor,
    correlation: given.correlation ?? origin?.correlation,
    causation: given.causation ?? origin?.causation,
  };
}

/** The columns that outbox and dead letters share. */
export interface EventColumns extends Row {
  event_id: string;
  type: string;
  key: string;
  data: unknown;
  actor: number | null;
  correlation: string | null;
  causation: string | null;
}

/** An event from its stored columns. */
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

/** The service of that name, or undefined. */
export function serviceNamed(name: string | undefined): ServiceName | undefined {
  return SERVICE_NAMES.find((service) => service === name);
}
