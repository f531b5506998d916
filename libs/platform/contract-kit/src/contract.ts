import type { z } from 'zod';
import type { AnyRefusalDefinition } from './refusal.js';
import { SERVICE_NAMES, type CallerName, type ServiceName } from './service-names.js';

/** A query or command of a service: named, with input and answer. */
export interface CallContract<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'command';
  /** `<owner>.<sentence-in-kebab-case>` */
  readonly name: string;
  readonly owner: ServiceName;
  readonly input: In;
  readonly output: Out;
  /** The callers that the owner accepts. */
  readonly callers: readonly CallerName[];
  /** Refusals that the owner may answer with. */
  readonly refuses: readonly AnyRefusalDefinition[];
  /** Input field that decides which process must answer, when the owner is a set of storages. */
  readonly routeBy?: string;
  /** Whether repeating it has no further effect: a caller that lost the answer then retries. True for queries. */
  readonly idempotent: boolean;
}

export type InputOf<C extends CallContract> = z.output<C['input']>;
export type OutputOf<C extends CallContract> = z.output<C['output']>;

type CallOptions<In extends z.ZodType, Out extends z.ZodType> = {
  name: `${ServiceName}.${string}`;
  input: In;
  output: Out;
  callers: readonly CallerName[];
  refuses?: readonly AnyRefusalDefinition[];
  routeBy?: keyof z.output<In> & string;
};

/** Declares a query: a read that may be repeated without harm. */
export function defineQuery<In extends z.ZodType, Out extends z.ZodType>(options: CallOptions<In, Out>) {
  return defineCall('query', { ...options, idempotent: true });
}

/**
 * Declares a command: a call that changes something in its owner.
 * @param options `idempotent: true` when the same input has no further effect, also when both arrive at the same time: a caller that lost
 * the answer may then retry. Any other command is sent once.
 */
export function defineCommand<In extends z.ZodType, Out extends z.ZodType>(
  options: CallOptions<In, Out> & { idempotent?: boolean },
) {
  return defineCall('command', { ...options, idempotent: options.idempotent ?? false });
}

function defineCall<In extends z.ZodType, Out extends z.ZodType>(
  kind: CallContract['kind'],
  options: CallOptions<In, Out> & { idempotent: boolean },
): CallContract<In, Out> {
  return { ...options, kind, owner: ownerOf(options.name), refuses: options.refuses ?? [] };
}

/** A fact that a service publishes: plain data in the past tense; fields are only ever added. */
export interface EventContract<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly name: string;
  readonly owner: ServiceName;
  readonly data: Data;
  /** The ordering key: the project id for changes within a project, the user id for identity. */
  readonly key: (data: z.output<Data>) => string;
}

export type EventDataOf<E extends EventContract> = z.output<E['data']>;

/** Declares an event. Order holds per key within the owner's topic. */
export function defineEvent<Data extends z.ZodType>(options: {
  name: `${ServiceName}.${string}`;
  data: Data;
  key: (data: z.output<Data>) => number | string;
}): EventContract<Data> {
  return {
    kind: 'event',
    name: options.name,
    owner: ownerOf(options.name),
    data: options.data,
    key: (data) => String(options.key(data)),
  };
}

function ownerOf(name: string): ServiceName {
  const owner = name.slice(0, name.indexOf('.'));
  const known = SERVICE_NAMES.find((service) => service === owner);
  if (!known) throw new Error(`${name} does not begin with the name of a service`);
  return known;
}
