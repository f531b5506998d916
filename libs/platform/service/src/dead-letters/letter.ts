import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';

export const LETTER_KINDS = ['event', 'job'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** An event or a job that was given up. */
export interface Letter {
  /** `projects/event/12`, `repository/job/<uuid>`: unique in the whole system. */
  readonly id: string;
  readonly service: ServiceName;
  readonly kind: LetterKind;
  /** The event's type or the job's name. */
  readonly what: string;
  /** The reaction, or the queue of the job. Undefined for a message that was no event at all: such a one cannot be replayed. */
  readonly handler: string | undefined;
  /** The event's key, or what makes a unique job the same as another. */
  readonly key: string | undefined;
  readonly attempts: number;
  readonly error: string;
  readonly at: Date;
  /** Id of the request that everything began with. */
  readonly correlation: string | undefined;
  /** What the event or the job says; may hold private text. */
  readonly data: unknown;
}

/** A letter's id in its parts. */
export interface LetterName {
  readonly service: ServiceName;
  readonly kind: LetterKind;
  /** What the service itself knows it by. */
  readonly own: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,14}$/;

export function letterId({ service, kind, own }: LetterName): string {
  return `${service}/${kind}/${own}`;
}

/** The parts of an id as `letterId` writes it; undefined for anything else. */
export function letterNameOf(id: string): LetterName | undefined {
  const [name = '', kind = '', own = '', ...rest] = id.split('/');
  const service = SERVICE_NAMES.find((each) => each === name);
  if (!service || rest.length > 0) return undefined;
  if (kind === 'event' && NUMBER.test(own)) return { service, kind, own };
  if (kind === 'job' && UUID.test(own)) return { service, kind, own };
  return undefined;
}
