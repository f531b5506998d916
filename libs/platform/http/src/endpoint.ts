import 'reflect-metadata';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Delete, Get, HttpCode, Patch, Post, Put, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointCall } from './call.js';
import type { EndpointDescription, EndpointOptions, Method } from './endpoint-description.js';
import { requireDeclared } from './declared-refusals.js';
import { respond } from './respond.js';
import { routerPath } from './published/router-path.js';
import { successStatus, type ResultOf, type Returns } from './results.js';

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
      route(routesTo(description).map(routerPath))(target, property, descriptor);
      HttpCode(status)(target, property, descriptor);
    };
}

/** @throws when `anonymous` repeats what the ability already allows: it has one source */
function anonymousOf(path: string, { anonymous, can, admin }: EndpointOptions): EndpointDescription['anonymous'] {
  const byAbility = can?.visitors === 'everyone' && !admin;
  if (byAbility && anonymous)
    throw new Error(`${path}: ${can.name} is open to anonymous callers already, leave out \`anonymous\``);
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
