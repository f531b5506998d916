import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';

export const LETTER_KINDS = ['event', 'job'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** A dead-lettered event or job. */
export interface Letter {
  /** `projects/event/12`, `repository/job/<uuid>`: unique in the whole system. */
  readonly id: string;
  readonly service: ServiceName;
  readonly kind: LetterKind;
  /** The event's type or the job's name. */
  readonly what: string;
  /** The reaction, or the queue of the job. Undefined for a message that is not a valid event; it cannot be replayed. */
  readonly handler: string | undefined;
  /** The event's key, or the deduplication key of a unique job. */
  readonly key: string | undefined;
  readonly attempts: number;
  readonly error: string;
  readonly at: Date;
  /** Correlation id: the id of the original request. */
  readonly correlation: string | undefined;
  /** Data of the event or job; may contain private text. */
  readonly data: unknown;
}

/** A letter's id in its parts. */
export interface LetterName {
  readonly service: ServiceName;
  readonly kind: LetterKind;
  /** The id within the service. */
  readonly own: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,14}$/;

export function letterId({ service, kind, own }: LetterName): string {
  return `${service}/${kind}/${own}`;
}

/** Parses an id written by `letterId`; undefined for anything else. */
export function letterNameOf(id: string): LetterName | undefined {
  const [name = '', kind = '', own = '', ...rest] = id.split('/');
  const service = SERVICE_NAMES.find((each) => each === name);
  if (!service || rest.length > 0) return undefined;
  if (kind === 'event' && NUMBER.test(own)) return { service, kind, own };
  if (kind === 'job' && UUID.test(own)) return { service, kind, own };
  return undefined;
}
