import 'reflect-metadata';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Delete, Get, HttpCode, Patch, Post, Put, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import type { Ability } from '@hearth/access';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointCall } from './call.js';
import { requireDeclared } from './declared-refusals.js';
import { respond } from './respond.js';
import { successStatus, type ResultOf, type Returns } from './results.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Declaration of an endpoint: route, guard, parameters, response, documentation. */
export interface EndpointOptions<P extends z.ZodType = z.ZodType, R extends Returns = Returns> {
  /** One line in the imperative for the API documentation. */
  summary: string;
  /** Token scope that suffices; `api` always does. `any`: every scope but `sudo`, which grants nothing by itself. */
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

const ENDPOINT = Symbol('hearth:endpoint');
/** Prefix of every path below. */
export const API_PREFIX = '/api/v4';

type Handler<P extends z.ZodType, R extends Returns> = <
  F extends (call: CallOf<P>) => Promise<ResultOf<R>> | ResultOf<R>,
>(
  target: object,
  property: string,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

export type CallOf<P extends z.ZodType> = EndpointCall<z.output<P>>;

const calls = new WeakMap<FastifyRequest, EndpointCall<unknown>>();

/** Attaches the checked call to the request, for `@Call()`. */
export function attachCall(request: FastifyRequest, call: EndpointCall<unknown>): void {
  calls.set(request, call);
}

export function attachedCall(request: FastifyRequest): EndpointCall<unknown> | undefined {
  return calls.get(request);
}

/** Parameter decorator: the checked call, typed `CallOf<typeof Params>`. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext) =>
  attachedCall(context.switchToHttp().getRequest<FastifyRequest>()),
);

function endpoint(method: Method, route: (paths: string[]) => MethodDecorator) {
  return <P extends z.ZodType, R extends Returns>(path: string, options: EndpointOptions<P, R>): Handler<P, R> =>
    (target, property, descriptor) => {
      const status = options.status ?? successStatus(method, options.returns);
      const description: EndpointDescription = {
        ...options,
        // The API's clients have no session, and pages nothing else.
        ...(options.returns.kind === 'html' && { credentials: 'session' as const, at: 'root' as const }),
        method,
        path,
        status,
        anonymous: anonymousOf(path, options),
      };
      descriptor.value = answering(descriptor.value!, description);
      Reflect.defineMetadata(ENDPOINT, description, descriptor.value);
      // A handler that does not use its call still needs one for the response.
      if (!declaresCall(target, property)) Call()(target, property, 0);
      route(routesTo(description))(target, property, descriptor);
      HttpCode(status)(target, property, descriptor);
    };
}

/** @throws when `anonymous` repeats what the ability already allows: it has one source */
function anonymousOf(path: string, { anonymous, can, admin }: EndpointOptions): EndpointDescription['anonymous'] {
  const byAbility = can?.visitors === 'everyone' && !admin;
  if (byAbility && anonymous)
    throw new Error(`${path}: ${can.name} lets everybody in already, leave out \`anonymous\``);
  return byAbility || anonymous ? 'allowed' : 'refused';
}

/** Wraps a handler so that its result becomes the response. An interceptor would cost as much as an SQL statement. */
function answering<F extends (call: never) => unknown>(handler: F, description: EndpointDescription): F {
  const wrapped = async function (this: unknown, call: EndpointCall<unknown>): Promise<unknown> {
    return respond(description, await resultOf(this, call), call);
  };
  const resultOf = async (controller: unknown, call: EndpointCall<unknown>) => {
    try {
      return await handler.call(controller, call as never);
    } catch (error) {
      if (call.exchange.checked) requireDeclared(description, error);
      throw error;
    }
  };
  return wrapped as unknown as F;
}

function declaresCall(target: object, property: string): boolean {
  return Reflect.hasMetadata(ROUTE_ARGS_METADATA, target.constructor, property);
}

/** Declares an endpoint on a controller's method: `@Endpoint.get('/projects/:id', {…})`. */
export const Endpoint = {
  get: endpoint('GET', Get),
  post: endpoint('POST', Post),
  put: endpoint('PUT', Put),
  patch: endpoint('PATCH', Patch),
  delete: endpoint('DELETE', Delete),
};

/** Returns the full path of an endpoint, with its `:name` parameters. */
export function pathOf({ at, path }: Pick<EndpointDescription, 'at' | 'path'>): string {
  return at === 'root' ? path : `${API_PREFIX}${path}`;
}

/** Lists every path of an endpoint: its own, and with the `.json` of old clients unless that can be part of a name. */
export function routesTo(description: EndpointDescription): string[] {
  const path = pathOf(description);
  return description.at !== 'root' && takesJsonSuffix(description) ? [path, `${path}.json`] : [path];
}

function takesJsonSuffix({ path, params }: EndpointDescription): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!last.startsWith(':')) return !last.includes('.');
  const { properties } = z.toJSONSchema(params, { unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return properties?.[last.slice(1)]?.type === 'integer';
}

/** Returns the description of a handler; undefined for a route that is not an endpoint. */
export function endpointOf(handler: object): EndpointDescription | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointDescription | undefined;
}
