import type { ServiceName } from '@hearth/contract-kit';
import type { RouteEntry, ServiceTable } from '@hearth/http';
import { z } from 'zod';
import { RouteTable } from './route-table.js';

/** Longest pattern; git's has less than half of it. */
const LONGEST_PATTERN = 1_000;

const Entry = z.object({
  service: z.string(),
  methods: z.array(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])).min(1),
  // No wildcards and expressions: an endpoint has a path, and one route must not take in those of others.
  path: z
    .string()
    .regex(/^\/[\w\-.:/]*$/)
    .optional(),
  pattern: z.string().max(LONGEST_PATTERN).optional(),
  takes: z.string().max(LONGEST_PATTERN).optional(),
  routeBy: z.enum(['any', 'storage']),
  reads: z.string().max(LONGEST_PATTERN).optional(),
  streams: z.boolean(),
  signedIn: z.boolean().optional(),
  slashes: z.array(z.string()).optional(),
  credentials: z.enum(['session', 'own', 'token-or-session']).optional(),
  callers: z.literal('runners').optional(),
  jobTokens: z.literal(true).optional(),
  waits: z.literal(true).optional(),
  costly: z.literal(true).optional(),
});
const Table = z.object({ service: z.string(), routes: z.array(Entry), document: z.string() });

/** The reason why a table is not used. */
export class TableRefused extends Error {}

/**
 * Parses the table of a service.
 * @throws TableRefused when it is malformed, no router accepts it, or it has routes of another service
 */
export function parseTable(service: ServiceName, text: string): ServiceTable {
  let parsed: z.output<typeof Table>;
  try {
    parsed = Table.parse(JSON.parse(text));
  } catch {
    throw new TableRefused('its format is not that of a route table');
  }
  const { routes, document } = parsed;
  if (parsed.service !== service || routes.some((entry) => entry.service !== service))
    throw new TableRefused('it has routes of another service');
  if (routes.some(({ path, pattern }) => (path === undefined) === (pattern === undefined)))
    throw new TableRefused('a route needs either a path or a pattern');
  try {
    void new RouteTable(routes as RouteEntry[]);
  } catch (error) {
    throw new TableRefused(`the router refuses it: ${(error as Error).message}`);
  }
  return { service, routes: routes as RouteEntry[], document };
}
