import type { Readable } from 'node:stream';
import type { z } from 'zod';

/** Which page of a list is wanted. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  /** With keyset pagination: the rows after this id in the order of the list; null at its beginning. */
  readonly keyset?: { readonly sort: 'asc' | 'desc'; readonly after: number | null };
}

/** One page of a list. `total` is left out where counting would cost more than the page, and with keyset pagination. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly request: PageRequest,
    readonly total: number | undefined,
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.items.map(present), this.request, this.total);
  }
}

/** A body that is not JSON. Immutable content carries its object id as a strong ETag. */
export class Stream {
  constructor(
    readonly body: Readable | Buffer,
    readonly options: { type: string; length?: number; etag?: string; disposition?: string },
  ) {}
}

/** What an endpoint answers: declared once, beside its parameters. */
export type Returns =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'page'; readonly schema: z.ZodType }
  | { readonly kind: 'stream'; readonly type: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'accepted' };

/** The value that a handler returns for a declared answer. */
export type ResultOf<R extends Returns> = R extends { kind: 'json'; schema: infer S extends z.ZodType }
  ? z.input<S>
  : R extends { kind: 'page'; schema: infer S extends z.ZodType }
    ? Page<z.input<S>>
    : R extends { kind: 'stream' }
      ? Stream
      : void;

export const returns = {
  /** One JSON record. */
  json: <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema }) as const,
  /** A list of records with pagination headers. */
  page: <S extends z.ZodType>(schema: S) => ({ kind: 'page', schema }) as const,
  /** Bytes of a media type. */
  stream: (type: string) => ({ kind: 'stream', type }) as const,
  /** 204 without a body. */
  empty: { kind: 'empty' } as const,
  /** 202 `{"message":"202 Accepted"}`: the rest happens in the background. */
  accepted: { kind: 'accepted' } as const,
};

/** The status of success: by verb, unless the answer itself fixes it. */
export function successStatus(method: string, { kind }: Returns): number {
  if (kind === 'accepted') return 202;
  if (kind === 'empty') return 204;
  return method === 'POST' ? 201 : 200;
}
