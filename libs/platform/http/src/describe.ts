import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { endpointOf, routesTo, type EndpointDescription } from './endpoint.js';
import { rawRouteOf, type RawRoute } from './raw-route.js';

/** One route as the gateway knows it. */
export interface RouteEntry {
  readonly service: ServiceName | 'edge';
  readonly methods: readonly string[];
  /** Segments with `:name` parameters below the API's prefix, or a regular expression over the undecoded path. */
  readonly path?: string;
  readonly pattern?: string;
  /** Which processes of the service may answer: any, or the owner of the project's storage. */
  readonly routeBy: 'any' | 'project';
  /** Request and answer are streams without an end in sight: idle timeouts only. */
  readonly streams: boolean;
  /** Callers without credentials get nothing there: the edge refuses them before it reads what they send. */
  readonly signedIn?: boolean;
}

/** Every endpoint and raw route of a service, in the order of its controllers. */
export function describeService(module: Type): { endpoints: EndpointDescription[]; raw: RawRoute[] } {
  const controllers = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  const handlers = controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).map((name) => controller.prototype[name] as unknown),
  );
  const functions = handlers.filter((handler): handler is () => unknown => typeof handler === 'function');
  return {
    endpoints: functions.flatMap((handler) => endpointOf(handler) ?? []),
    raw: functions.flatMap((handler) => rawRouteOf(handler) ?? []),
  };
}

/** The routes of a service for the gateway's table. */
export function routesOf(service: RouteEntry['service'], module: Type): RouteEntry[] {
  const { endpoints, raw } = describeService(module);
  const routeBy: RouteEntry['routeBy'] = service === 'repository' ? 'project' : 'any';
  return [
    ...endpoints.flatMap((endpoint) =>
      routesTo(endpoint).map((path): RouteEntry => ({
        service,
        methods: [endpoint.method],
        path,
        routeBy: endpoint.path.startsWith('/projects/:id') ? routeBy : 'any',
        streams: false,
        ...(endpoint.anonymous !== 'allowed' && { signedIn: true }),
      })),
    ),
    ...raw.map(({ methods, pattern }): RouteEntry => ({
      service,
      methods,
      pattern: pattern.source,
      routeBy: pattern.source.includes('?<project>') ? routeBy : 'any',
      streams: true,
    })),
  ];
}
