import type { Caller, Principal, ProjectAccess } from '@hearth/contract-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unauthorized } from './refusals.js';

/** What the frame needs of a request to answer it. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the answer is held against its declared schema (tests). */
  readonly checked: boolean;
}

/** A request that passed every check: typed parameters, the caller, and the project it is about. */
export class EndpointCall<P> {
  constructor(
    readonly params: P,
    readonly caller: Caller,
    private readonly access: ProjectAccess | undefined,
    /** For the frame alone: handlers return values. */
    readonly exchange: Exchange,
  ) {}

  /** Ends when the client has gone. */
  get signal(): AbortSignal {
    return this.exchange.request.signal;
  }

  /**
   * The user who calls.
   * @throws Unauthorized for anonymous callers, where the endpoint lets them in
   */
  get user(): Principal {
    if (!this.caller.principal) throw Unauthorized();
    return this.caller.principal;
  }

  /** The project that `:id` names and the caller's level in it; only on endpoints that declare `can`. */
  get project(): ProjectAccess {
    if (!this.access) throw new Error('The endpoint declares no ability on a project');
    return this.access;
  }
}
