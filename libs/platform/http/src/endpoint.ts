import 'reflect-metadata';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Delete, Get, HttpCode, Post, Put, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import type { Ability } from '@hearth/access';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointCall } from './call.js';
import { respond } from './respond.js';
import { successStatus, type ResultOf, type Returns } from './results.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One endpoint, described once: route, guard, parameters, answer, documentation. */
export interface EndpointOptions<P extends z.ZodType = z.ZodType, R extends Returns = Returns> {
  /** One line in the imperative for the API documentation. */
  summary: string;
  /** Token scope that suffices; `api` always does. `any`: every scope but `sudo`, which opens nothing by itself. */
  scope?: 'api' | 'read_user' | 'any';
  /** What callers without credentials get: 401 unless they are allowed. */
  anonymous?: 'refused' | 'allowed';
  /** Only for admins; checked after the parameters, as the v4 API does. */
  admin?: true;
  /** Ability on the project or group that the path's `:id` names. Hidden ones answer 404, visible ones without the ability 403. */
  can?: Ability;
  /** Whether the ability or the parameters are looked at first. Repository endpoints ask the ability first. */
  authorize?: 'before-params' | 'after-params';
  /** The status of success, where it is not the verb's own. */
  status?: number;
  /** `root`: the path is not below `/api/v4`. */
  at?: 'root';
  params: P;
  returns: R;
  refuses?: readonly AnyRefusalDefinition[];
}

/** An endpoint as the guard, the documentation and the route table read it. */
export interface EndpointDescription extends EndpointOptions {
  readonly method: Method;
  readonly path: string;
  readonly status: number;
}

const ENDPOINT = Symbol('hearth:endpoint');
/** Every path below is written without it. */
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

/** The guard leaves the checked call here; `@Call()` picks it up. */
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
      const description: EndpointDescription = { ...options, method, path, status };
      descriptor.value = answering(descriptor.value!, description);
      Reflect.defineMetadata(ENDPOINT, description, descriptor.value);
      // A handler that looks at nothing of its call still is answered for one.
      if (!declaresCall(target, property)) Call()(target, property, 0);
      route(routesTo(description))(target, property, descriptor);
      HttpCode(status)(target, property, descriptor);
    };
}

/** The handler with the answer made of what it returns. A step of the handler's own rather than an interceptor, which costs as much as a statement. */
function answering<F extends (call: never) => unknown>(handler: F, description: EndpointDescription): F {
  const wrapped = async function (this: unknown, call: EndpointCall<unknown>): Promise<unknown> {
    return respond(description, await handler.call(this, call as never), call);
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
  delete: endpoint('DELETE', Delete),
};

/** The full path of an endpoint, with its `:name` parameters. */
export function pathOf({ at, path }: Pick<EndpointDescription, 'at' | 'path'>): string {
  return at === 'root' ? path : `${API_PREFIX}${path}`;
}

/** Every path that leads to an endpoint: its own, and with the `.json` of old clients where that cannot be part of a name. */
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

/** The description of a handler; undefined for a route that is not an endpoint. */
export function endpointOf(handler: object): EndpointDescription | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointDescription | undefined;
}
