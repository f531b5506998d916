import 'reflect-metadata';
import { All } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * A route without parameters, guard and response handling: its handler reads and writes the connection itself. Only for git over HTTP and
 * the like.
 */
export interface RawRouteDescription {
  readonly summary: string;
  readonly methods: readonly ('GET' | 'POST' | 'PUT')[];
  /** Matched against the undecoded path of the URL; the group `project` is the project's name, if there is one. */
  readonly pattern: RegExp;
  /** The media types of its request bodies, which it reads as streams; any other is refused. */
  readonly takes: RegExp;
  /** Only the process that owns the storage of that project can answer; any process of the service unless given. */
  readonly routeBy?: 'storage';
  /** Matched against the URL, with its query: the requests that a copy of the project's repository may answer. */
  readonly reads?: RegExp;
}

export interface RawRoute extends RawRouteDescription {
  matches(request: FastifyRequest): boolean;
}

const RAW_ROUTE = Symbol('hearth:raw-route');

/** Declares a raw route. At most one handler per process, since it receives every request without an endpoint. */
export function RawEndpoint(description: RawRouteDescription): MethodDecorator {
  return (target, property, descriptor) => {
    const route: RawRoute = {
      ...description,
      matches: ({ method, url }) =>
        (description.methods as readonly string[]).includes(method) && description.pattern.test(url.split('?', 1)[0]!),
    };
    Reflect.defineMetadata(RAW_ROUTE, route, descriptor.value as object);
    All('*')(target, property, descriptor as PropertyDescriptor);
  };
}

/** Returns the raw route of a handler, if it is one. */
export function rawRouteOf(handler: object): RawRoute | undefined {
  return Reflect.getMetadata(RAW_ROUTE, handler) as RawRoute | undefined;
}
