import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../authenticator.js';
import { ConcurrentRequests } from '../concurrent-requests.js';
import { EdgeHooks } from '../edge-hooks.js';
import { rateLimitSettings, type RateLimitSettings } from '../rate-limit-settings.js';
import { RateLimits } from '../rate-limits.js';
import { RouteTable } from '../routes/route-table.js';

interface SampleEdge {
  readonly routes: ConstructorParameters<typeof RouteTable>[0];
  readonly authenticator: object;
  readonly url?: string | undefined;
  readonly limits?: Partial<RateLimitSettings>;
  readonly warn?: (message: string) => void;
}

/** Adds the hooks of the edge to a server. @returns the host of the server, for its proxy */
export function hookEdge(fastify: FastifyInstance, edge: SampleEdge): HttpAdapterHost {
  const { routes, authenticator, url, limits, warn = () => undefined } = edge;
  const host = { httpAdapter: { getInstance: () => fastify } } as unknown as HttpAdapterHost;
  const settings = { ...rateLimitSettings({}), ...limits };
  const options = { url, log: () => undefined, warn };
  const [rateLimits, concurrent] = [new RateLimits(settings, options), new ConcurrentRequests(settings)];
  const table = new RouteTable(routes);
  new EdgeHooks(host, table, authenticator as Authenticator, rateLimits, concurrent, options, undefined).onModuleInit();
  return host;
}
