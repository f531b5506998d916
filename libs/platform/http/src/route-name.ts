import type { FastifyRequest } from 'fastify';
import { declaredPath } from './published/router-path.js';

const names = new WeakMap<FastifyRequest, string>();

/** Names the route of a request when the router of this process cannot: behind a proxy, on a raw route. */
export function nameRoute(request: FastifyRequest, pattern: string): void {
  names.set(request, pattern);
}

/** Returns the pattern of a request's route, low in cardinality: for logs, metrics and traces. Undefined without a route. */
export function routeName(request: FastifyRequest): string | undefined {
  const { url } = request.routeOptions;
  return names.get(request) ?? (url && declaredPath(url));
}
