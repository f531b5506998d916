import type { Type } from '@nestjs/common';
import { describeService } from './describe.js';
import { routesTo } from '../endpoint.js';
import type { EndpointDescription } from '../endpoint-description.js';

/** One route in the gateway's table. */
export interface RouteEntry {
  /** The service that answers. */
  readonly service: string;
  readonly methods: readonly string[];
  /** Segments with `:name` parameters below the API's prefix, or a regular expression for the undecoded path. */
  readonly path?: string;
  readonly pattern?: string;
  /** A regular expression for the media types of the bodies that are passed on for as long as they take. */
  readonly takes?: string;
  /** The processes of the service that may answer: any, or the owner of the project's storage. */
  readonly routeBy: 'any' | 'storage';
  /** Of `storage`: a regular expression for the URLs of requests that copies may answer; by default those by GET and HEAD. */
  readonly reads?: string;
  /** The response is passed on as it arrives, for as long as it takes; others are read whole, and asked for again if they break. */
  readonly streams: boolean;
  /** Requires authentication: the edge refuses anonymous requests before it reads their bodies. */
  readonly signedIn?: boolean;
  /** The parameters of the path that clients send with slashes. */
  readonly slashes?: readonly string[];
  /** A session cookie instead of a token, or where there is none; `own`: the endpoint reads the credentials of its clients itself. */
  readonly credentials?: 'session' | 'own' | 'token-or-session';
  /** Requests count by the tokens of runners and jobs instead of the client's address. */
  readonly callers?: 'runners';
  /** The token of a running job is a credential. */
  readonly jobTokens?: true;
  /** Answered when something happens: a shutdown of the gateway answers it with 204. */
  readonly waits?: true;
  /** Anonymous requests have a limit of their own. */
  readonly costly?: true;
}

/** Lists the routes of a service for the gateway's table. */
export function routesOf(service: RouteEntry['service'], module: Type): RouteEntry[] {
  const { endpoints, raw } = describeService(module);
  return [
    ...endpoints.flatMap((endpoint) =>
      routesTo(endpoint).map((path): RouteEntry => ({
        service,
        methods: [endpoint.method],
        path,
        routeBy: endpoint.routeBy ?? 'any',
        streams: isStreamed(endpoint),
        ...(endpoint.receives !== undefined && { takes: '^multipart/form-data$' }),
        ...(endpoint.anonymous !== 'allowed' && { signedIn: true }),
        ...(endpoint.slashes && { slashes: endpoint.slashes }),
        ...(endpoint.credentials && { credentials: endpoint.credentials }),
        ...(endpoint.callers && { callers: endpoint.callers }),
        ...(endpoint.jobTokens && { jobTokens: true as const }),
        ...(endpoint.waits && { waits: true as const }),
        ...(endpoint.costly && { costly: true as const }),
      })),
    ),
    ...raw.map(({ methods, pattern, takes, routeBy, reads }): RouteEntry => ({
      service,
      methods,
      pattern: pattern.source,
      takes: takes.source,
      routeBy: routeBy ?? 'any',
      ...(reads && { reads: reads.source }),
      streams: true,
    })),
  ];
}

/** True for routes with long bodies, whose answers come late. */
function isStreamed({ returns, receives }: EndpointDescription): boolean {
  return receives !== undefined || returns.kind === 'stream' || (returns.kind === 'json' && returns.streams === true);
}
