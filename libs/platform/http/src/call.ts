import type { Caller, GroupAccess, Principal, ProjectAccess } from '@hearth/contract-kit';
import { storableText } from '@hearth/data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { flashOf } from './browser/flash.js';
import type { PageSession } from './browser/page-session.js';
import { isChangedSince } from './conditional.js';
import type { RequestBody } from './parameters/request-body.js';
import type { SentFile } from './parameters/sent-file.js';
import { PreconditionFailed, Unauthorized } from './refusals.js';

/** UTF-16 units. */
const LONGEST_USER_AGENT = 2048;

/** The parts of a request that are needed to respond to it. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the response is validated against its declared schema (tests). */
  readonly checked: boolean;
  /** The browser of a page; undefined on other endpoints. */
  readonly session?: PageSession;
  /** The body of an endpoint that declares `contentLimit`. */
  readonly content?: Buffer;
  /** The unread body of an endpoint that declares `receives`; undefined without one. */
  readonly form?: RequestBody;
}

/** The project or group that `:id` names, as `can` has resolved it. */
export type Access = ProjectAccess | GroupAccess;

/** A request that passed every check: typed parameters, the caller, and the project or group of its path. */
export class EndpointCall<P> {
  constructor(
    readonly params: P,
    readonly caller: Caller,
    private readonly access: Access | undefined,
    /** Internal: handlers return values. */
    readonly exchange: Exchange,
  ) {}

  /** The client's user agent as PostgreSQL can store it, shortened if it is long; null without one. */
  get userAgent(): string | null {
    const given = this.exchange.request.headers['user-agent'];
    return given === undefined ? null : storableText(given, LONGEST_USER_AGENT);
  }

  /** The browser that requests a page. */
  get session(): PageSession {
    if (!this.exchange.session) throw new Error('The endpoint answers no page');
    return this.exchange.session;
  }

  private flashPath: string | undefined;

  /** Path whose `flash` the handler has read: the browser then drops it; undefined when it has read none. */
  get takenFlash(): string | undefined {
    return this.flashPath;
  }

  /**
   * Returns the `flash` of the redirect to this page, once; undefined without one, as after a reload.
   * @param path of the page in the browser, for pages that the edge routes from another path
   */
  takeFlash<S extends z.ZodType>(schema: S, path = this.target.split('?', 1)[0]!): z.output<S> | undefined {
    this.flashPath = path;
    const { headers } = this.exchange.request;
    return schema.safeParse(flashOf(headers, this.session.id, this.caller.baseUrl)).data;
  }

  /** The request's target: path and query, as the client wrote them. */
  get target(): string {
    return this.exchange.request.url;
  }

  /** The Authorization header, for an endpoint that reads its credentials itself. */
  get authorization(): string | undefined {
    return this.exchange.request.headers.authorization;
  }

  /** A header of the request; undefined where it is absent, or given several times. */
  header(name: string): string | undefined {
    const value = this.exchange.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The body of a request to an endpoint that declares `contentLimit`; empty without one. */
  get content(): Buffer {
    if (!this.exchange.content) throw new Error('The endpoint declares no content');
    return this.exchange.content;
  }

  /**
   * Streams the file of an endpoint that declares `receives`.
   * @param field the declared name
   * @param most bytes of the file: the connection of a much longer body is closed
   * @param store reads the content to its end
   * @returns the result of `store`; undefined when the client has sent no such file
   * @throws EntityTooLarge, MalformedMultipart, and errors of `store`
   */
  async receive<T>(field: string, most: number, store: (file: SentFile) => Promise<T>): Promise<T | undefined> {
    return this.exchange.form?.receive(field, most, store);
  }

  /** Aborted when the client disconnects. */
  get signal(): AbortSignal {
    return this.exchange.request.signal;
  }

  /**
   * The current user.
   * @throws Unauthorized for anonymous callers, on endpoints that allow them
   */
  get user(): Principal {
    if (!this.caller.principal) throw Unauthorized();
    return this.caller.principal;
  }

  /** The project that `:id` names, with the caller's access level in it; only on endpoints whose ability is on a project. */
  get project(): ProjectAccess {
    if (!this.access || !('project' in this.access)) throw new Error('The endpoint declares no ability on a project');
    return this.access;
  }

  /** The group that `:id` names, with the caller's access level in it; only on endpoints whose ability is on a group. */
  get group(): GroupAccess {
    if (!this.access || !('group' in this.access)) throw new Error('The endpoint declares no ability on a group');
    return this.access;
  }

  /**
   * Checks the client's If-Unmodified-Since on a delete. Every delete that answers 204 calls it with the record locked. A header that is
   * not a date is ignored.
   * @throws PreconditionFailed
   */
  readonly unlessModified = (updatedAt: Date): void => {
    if (isChangedSince(this.exchange.request.headers['if-unmodified-since'], updatedAt)) throw PreconditionFailed();
  };
}

/** Throws PreconditionFailed when a record was changed later than the client allows. */
export type UnlessModified = EndpointCall<unknown>['unlessModified'];
