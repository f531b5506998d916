import { Logger, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { defineSettings, httpUrl } from '@hearth/config';
import { ServiceClient, ServiceMap, patience, waitingLimit } from '@hearth/calls';
import type { RouteEntry } from '@hearth/http';
import { openApi, routeEntries } from '@hearth/contracts';
import { Authenticator } from './authenticator.js';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { EdgeController, OPENAPI_DOCUMENT } from './edge.controller.js';
import { EdgeHooks } from './edge-hooks.js';
import { Proxy } from './proxy.js';
import { RouteTable } from './route-table.js';
import { StorageLocator } from './storage-locator.js';

const settings = defineSettings(
  'The edge',
  {
    HEARTH_URL: httpUrl()
      .optional()
      .describe(
        "Public base URL, as links in answers have it; each request's own host and protocol where it is not set",
      ),
  },
  { readBy: ['EdgeModule'] },
);

/** A push may think for a long time before its first byte; only silence on the connection ends it. */
const SILENCE_MS = 600_000;
const CONNECTIONS = 256;

const logger = new Logger('Edge');

const providers: Provider[] = [
  Authenticator,
  EdgeHooks,
  { provide: RouteTable, useFactory: () => new RouteTable(routeEntries as readonly RouteEntry[]) },
  { provide: OPENAPI_DOCUMENT, useValue: openApi },
  {
    provide: EDGE_OPTIONS,
    useFactory: (): EdgeOptions => ({
      url: settings.read().HEARTH_URL,
      log: (error, correlationId) => logger.error(`${correlationId}: ${(error as Error).stack}`),
    }),
  },
];

const services: Provider = {
  provide: ServiceClient,
  inject: [ServiceMap],
  useFactory: (map: ServiceMap) =>
    new ServiceClient(map, {
      listener: 'routed',
      connections: CONNECTIONS,
      patienceMs: patience(),
      waitingLimit: waitingLimit(),
      silenceMs: SILENCE_MS,
    }),
};

/** The way in: authentication, route table, OpenAPI; in the gateway also the proxy to the services. */
@Module({ controllers: [EdgeController] })
export class EdgeModule {
  /** In front of services of the same process. */
  static mounted(): DynamicModule {
    return { module: EdgeModule, providers };
  }

  /** In front of services in processes of their own. */
  static proxying(): DynamicModule {
    return { module: EdgeModule, providers: [...providers, services, StorageLocator, Proxy] };
  }
}
