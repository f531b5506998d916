import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import type { Ability } from '@hearth/access';
import type { z } from 'zod';
import type { Returns } from './results.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Declaration of an endpoint: route, guard, parameters, response, documentation. */
export interface EndpointOptions<P extends z.ZodType = z.ZodType, R extends Returns = Returns> {
  /** One line in the imperative for the API documentation. */
  summary: string;
  /** Token scope that suffices; `api` always does, `read_api` for GET and HEAD. `any`: every scope but `sudo`, which grants nothing by itself. */
  scope?: 'api' | 'read_user' | 'any';
  /**
   * Allows anonymous callers although no ability does: on lists of public records, and on writes that answer them 404 and 403 like users.
   * Without it, anonymous callers are allowed if `can` has `visitors: 'everyone'`; otherwise they get 401.
   */
  anonymous?: 'allowed';
  /** Only for admins; checked after the parameters, as in the v4 API. */
  admin?: true;
  /**
   * Ability on the project or group that the path's `:id` names. If that is not visible the response is 404, without the ability 403. For
   * an ability that authors or others also have (`also`), the record decides: the handler's write calls `requireAbility` with the caller's
   * relations.
   */
  can?: Ability;
  /**
   * The order of checks: ability or parameters first; or another ability on the project, which is checked before the parameters as `can` is after
   * them. Repository endpoints look for the project first.
   */
  authorize?: 'before-params' | 'after-params' | Ability;
  /** Only the process that owns the storage of the project in `:id` can answer; by default any process of the service. */
  routeBy?: 'storage';
  /** Most bytes of a JSON body, for endpoints that need more than 1 MiB. Longer bodies are parsed as they arrive, with bounds on depth and values. */
  jsonLimit?: number;
  /** Most bytes of a body that is content instead of parameters, whatever its media type: the handler gets it as `call.content`. */
  contentLimit?: number;
  /**
   * The name of a file of a multipart form that the handler takes as it arrives, with `call.receive`. The parameters are then in the path
   * and the query.
   */
  receives?: string;
  /** The status of success, when it is not the verb's own. */
  status?: number;
  /** The status of a HEAD that finds the record, when it is not that of GET. */
  head?: 204;
  /**
   * The authentication of the request: by the edge with a token (default); by the edge with the session cookie, which only pages can; by the edge
   * with either, for pictures that pages show; or by the endpoint itself (`own`), with credentials that OAuth clients send in the request.
   */
  credentials?: 'session' | 'own' | 'token-or-session';
  /**
   * Called by runners, with the token of a runner or a job, which the endpoint checks itself. Many of them share an address, so the edge does not
   * count these requests as anonymous ones: it counts them by the token of the job, and refused ones by address.
   */
  callers?: 'runners';
  /**
   * Also accepts the token of a running job, as its user: the list is that of the v4 API. Needs `can` on the project in `:id`, whose allowlist limits
   * the tokens of other projects' jobs.
   */
  jobTokens?: true;
  /** Answered when something happens; with 204 when nothing does, as when the gateway shuts down. */
  waits?: true;
  /** Takes much more of the processor than others: anonymous requests of one address have a limit of their own. */
  costly?: true;
  /** A form that is not returned to its sender when it is too old: it confirms a decision about the content of its page. */
  keepsForm?: false;
  /** Parameters of the path that clients send with slashes, which stand for themselves: refs and paths of files. */
  slashes?: readonly string[];
  /** `root`: the path is not below `/api/v4`. */
  at?: 'root';
  params: P;
  returns: R;
  refuses?: readonly AnyRefusalDefinition[];
}

/** A declared endpoint, for the guard, the documentation and the route table. */
export interface EndpointDescription extends Omit<EndpointOptions, 'anonymous'> {
  readonly method: Method;
  readonly path: string;
  readonly status: number;
  readonly anonymous: 'allowed' | 'refused';
}
