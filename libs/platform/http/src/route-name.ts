import type { FastifyRequest } from 'fastify';

const names = new WeakMap<FastifyRequest, string>();

/** Names the route of a request where the router of this process knows less than who calls this: behind a proxy, on a raw route. */
export function nameRoute(request: FastifyRequest, pattern: string): void {
  names.set(request, pattern);
}

/** The pattern of a request's route, low in variety: for logs, metrics and traces. Undefined where no route was found. */
export function routeName(request: FastifyRequest): string | undefined {
  return names.get(request) ?? request.routeOptions.url;
}
