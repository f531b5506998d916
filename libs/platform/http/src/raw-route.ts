import 'reflect-metadata';
import { All } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A route outside the frame: its handler owns the wire. Git over HTTP is one; nothing ordinary is. */
export interface RawRouteDescription {
  readonly summary: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Matched against the path of the URL, undecoded; the group `project` names the project where there is one. */
  readonly pattern: RegExp;
}

export interface RawRoute extends RawRouteDescription {
  matches(request: FastifyRequest): boolean;
}

const RAW_ROUTE = Symbol('hearth:raw-route');

/** Declares a raw route. At most one handler a process may have one, since it catches what no endpoint takes. */
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

/** The raw route of a handler, if it is one. */
export function rawRouteOf(handler: object): RawRoute | undefined {
  return Reflect.getMetadata(RAW_ROUTE, handler) as RawRoute | undefined;
}
