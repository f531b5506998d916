import type { Caller, GroupAccess, Principal, ProjectAccess } from '@hearth/contract-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isChangedSince } from './conditional.js';
import { PreconditionFailed, Unauthorized } from './refusals.js';

/** What the frame needs of a request to answer it. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the answer is held against its declared schema (tests). */
  readonly checked: boolean;
}

/** What `can` found the path's `:id` to be. */
export type Access = ProjectAccess | GroupAccess;

/** A request that passed every check: typed parameters, the caller, and the project or group it is about. */
export class EndpointCall<P> {
  constructor(
    readonly params: P,
    readonly caller: Caller,
    private readonly access: Access | undefined,
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

  /** The project that `:id` names and the caller's level in it; only on endpoints whose ability is on a project. */
  get project(): ProjectAccess {
    if (!this.access || !('project' in this.access)) throw new Error('The endpoint declares no ability on a project');
    return this.access;
  }

  /** The group that `:id` names and the caller's level in it; only on endpoints whose ability is on a group. */
  get group(): GroupAccess {
    if (!this.access || !('group' in this.access)) throw new Error('The endpoint declares no ability on a group');
    return this.access;
  }

  /**
   * The client's condition on a delete. Every delete that answers 204 checks it where the record is locked.
   * A header that is no date is no condition.
   */
  readonly unlessModified = (updatedAt: Date): void => {
    if (isChangedSince(this.exchange.request.headers['if-unmodified-since'], updatedAt)) throw PreconditionFailed();
  };
}

/** Throws PreconditionFailed when a record was changed later than the client allows. */
export type UnlessModified = EndpointCall<unknown>['unlessModified'];
