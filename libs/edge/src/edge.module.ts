import { Logger, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { publicUrl } from '@hearth/config';
import { FacesUsers, publishedBy, type ApiDeclaration } from '@hearth/http';
import { Calls, ServiceClient, ServiceMap, patience, waitingLimit } from '@hearth/calls';
import { PagesModule } from '@hearth/pages';
import { ProcessTls } from '@hearth/secrets';
import { Authenticator } from './authenticator.js';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { EdgeController } from './edge.controller.js';
import { EdgeHooks } from './edge-hooks.js';
import { ApiDocuments } from './explorer/api-documents.js';
import { ExplorerController } from './explorer/explorer.controller.js';
import { pageAddress } from './pages/page-addresses.js';
import { Proxy } from './proxy.js';
import { RATE_LIMIT_SETTINGS, rateLimitSettings } from './rate-limit-settings.js';
import { RateLimits } from './rate-limits.js';
import { LocalRoutes } from './routes/local-routes.js';
import { RouteLearning } from './routes/route-learning.js';
import { RouteTable } from './routes/route-table.js';
import { StorageLocator } from './storage-locator.js';

/** A push may take long before its first byte; only silence on the connection ends it. */
const SILENCE_MS = 600_000;
const CONNECTIONS = 256;

const logger = new Logger('Edge');
/** The one of this process: the listener rewrites targets by it before any provider is made. Filled while the process starts. */
const routes = new RouteTable([]);
const documents = new ApiDocuments(() => own().document);

const providers: Provider[] = [
  Authenticator,
  EdgeHooks,
  RateLimits,
  { provide: RATE_LIMIT_SETTINGS, useFactory: () => rateLimitSettings() },
  { provide: RouteTable, useValue: routes },
  { provide: ApiDocuments, useValue: documents },
  {
    provide: EDGE_OPTIONS,
    useFactory: (): EdgeOptions => ({
      url: publicUrl(),
      log: (error, correlationId) => logger.error(`${correlationId}: ${(error as Error).stack}`),
      warn: (message) => logger.warn(message),
    }),
  },
];

const services: Provider = {
  provide: ServiceClient,
  inject: [ServiceMap, ProcessTls],
  useFactory: (map: ServiceMap, tls: ProcessTls) =>
    new ServiceClient(map, {
      listener: 'routed',
      connections: CONNECTIONS,
      patienceMs: patience(),
      waitingLimit: waitingLimit(),
      silenceMs: SILENCE_MS,
      tls,
    }),
};

const storageLocator: Provider = {
  provide: StorageLocator,
  inject: [Calls],
  useFactory: (calls: Calls) => new StorageLocator(calls),
};

/** The edge: authentication, route table, OpenAPI; in the gateway also the proxy to the services. */
@FacesUsers({ rewriteTarget: (method, target) => pageAddress(routes, method, routes.withEncodedSlashes(target)) })
@Module({ imports: [PagesModule], controllers: [EdgeController, ExplorerController] })
export class EdgeModule {
  /** Endpoints of the edge itself. */
  static readonly api: ApiDeclaration = {
    service: 'edge',
    document: new URL('../openapi.generated.json', import.meta.url),
  };

  /** In front of services of the same process. */
  static mounted(): DynamicModule {
    return { module: EdgeModule, providers: [...providers, LocalRoutes] };
  }

  /** In front of services in processes of their own. */
  static proxying(): DynamicModule {
    const learning = RouteLearning.into(routes, documents, () => own().routes);
    return { module: EdgeModule, imports: [learning], providers: [...providers, services, storageLocator, Proxy] };
  }
}

function own() {
  return publishedBy([EdgeModule])[0]!;
}
