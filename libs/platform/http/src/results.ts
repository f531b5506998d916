import type { Readable } from 'node:stream';
import type { z } from 'zod';

/** The requested page of a list. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  /** With keyset pagination: rows after this id in the order of the list; null for the first page. */
  readonly keyset?: { readonly sort: 'asc' | 'desc'; readonly after: number | null };
}

/** One page of a list. `total` is absent when counting would cost more than the page, and with keyset pagination. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly request: PageRequest,
    readonly total: number | undefined,
  ) {}

  /** Returns a page of a list that is all in memory. */
  static of<T>(all: readonly T[], request: PageRequest): Page<T> {
    const { page, perPage } = request;
    return new Page(all.slice((page - 1) * perPage, page * perPage), request, all.length);
  }

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.items.map(present), this.request, this.total);
  }
}

/** A body that is not one JSON value in memory. Immutable content has its object id as a strong ETag. */
export class Stream {
  constructor(
    readonly body: Readable | Buffer,
    readonly options: {
      type: string;
      length?: number;
      etag?: string;
      disposition?: string;
      /** Content-Security-Policy of a page. */
      policy?: string;
      /** The body compressed, for clients that accept it. */
      gzip?: Buffer;
      /** Further headers, in printable ASCII. */
      headers?: Readonly<Record<string, string>>;
    },
  ) {}
}

/** A page of HTML. */
export class Html {
  constructor(
    readonly text: string,
    readonly options: {
      /** The status, when it is not 200. */
      status?: number;
      /** The new session id of the browser; null: none. */
      session?: string | null;
      /** Lifetime of that id in the browser, in seconds; undefined: until it is closed. */
      sessionSeconds?: number | undefined;
      /** Origins or schemes besides Hearth's own that may be targets of the page's forms. */
      formTargets?: readonly string[];
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {}
}

/** Sends a browser to another address: with GET, whatever the method was (303). */
export class Redirect {
  constructor(
    readonly location: string,
    readonly options: Pick<Html['options'], 'session' | 'sessionSeconds'> & {
      /** Shown once by the page there, with `call.takeFlash`: secrets, as JSON of at most 2 KB. */
      flash?: unknown;
      /** The page that takes the flash, where the browser comes back from another site, and the time that it has for that. */
      flashFor?: { readonly path: string; readonly seconds: number };
    } = {},
  ) {}
}

/** Kind of an endpoint's response: declared once, beside its parameters. */
export type Returns =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly streams?: true }
  | { readonly kind: 'page'; readonly schema: z.ZodType }
  | { readonly kind: 'stream'; readonly types: readonly string[] }
  | { readonly kind: 'html' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'accepted' };

/** The type that a handler returns for a declared response. */
export type ResultOf<R extends Returns> = R extends { kind: 'json'; streams: true }
  ? Stream
  : R extends { kind: 'json'; schema: infer S extends z.ZodType }
    ? z.input<S>
    : R extends { kind: 'page'; schema: infer S extends z.ZodType }
      ? Page<z.input<S>>
      : R extends { kind: 'stream' }
        ? Stream
        : R extends { kind: 'html' }
          ? Html | Redirect
          : R extends { kind: 'redirect' }
            ? URL
            : void;

export const returns = {
  /** One JSON record. */
  json: <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema }) as const,
  /** One JSON record that may be too large for memory: its text, as a `Stream`. */
  jsonText: <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema, streams: true }) as const,
  /** A list of records with pagination headers. */
  page: <S extends z.ZodType>(schema: S) => ({ kind: 'page', schema }) as const,
  /** Bytes of a media type, or of one of several. */
  stream: (...types: readonly string[]) => ({ kind: 'stream', types }) as const,
  /** A page for browsers, or a redirect. */
  html: { kind: 'html' } as const,
  /** 302 to the returned address. */
  redirect: { kind: 'redirect' } as const,
  /** 204 without a body. */
  empty: { kind: 'empty' } as const,
  /** 202 `{"message":"202 Accepted"}`: the work continues in the background. */
  accepted: { kind: 'accepted' } as const,
};

/** Returns the status of success: by verb, unless the kind of response has one. */
export function successStatus(method: string, { kind }: Returns): number {
  if (kind === 'accepted') return 202;
  if (kind === 'empty') return 204;
  if (kind === 'redirect') return 302;
  if (kind === 'html') return 200;
  return method === 'POST' ? 201 : 200;
}
