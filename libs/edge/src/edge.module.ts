import { Logger, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ownRevision, publicUrl } from '@hearth/config';
import { FacesUsers, projectPageTarget, publishedBy, type ApiDeclaration } from '@hearth/http';
import { Calls, ServiceClient, ServiceMap, patience, waitingLimit } from '@hearth/calls';
import { PagesModule } from '@hearth/pages';
import { GitSessions } from '@hearth/repository-contracts';
import { ProcessTls, Signer } from '@hearth/secrets';
import { OwnListener, WaitingRequests } from '@hearth/service';
import { Authenticator } from './authenticator.js';
import { ConcurrentRequests } from './concurrent-requests.js';
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
import { GIT_SESSIONS } from './ssh/git-sessions-token.js';
import { KeyAuthentication } from './ssh/key-authentication.js';
import { RemoteGitSessions } from './ssh/remote-git-sessions.js';
import { HttpAddress } from './ssh/http-address.js';
import { RunCommand } from './ssh/run-command.js';
import { SshServer } from './ssh/ssh-server.js';
import { SSH_SETTINGS, sshSettings } from './ssh/ssh-settings.js';
import { StorageLocator } from './storage-locator.js';

/** A push may take long before its first byte; only silence on the connection ends it. */
const SILENCE_MS = 600_000;
/** Sessions over SSH have a beat. */
const SESSION_SILENCE_MS = 120_000;
const CONNECTIONS = 256;

const logger = new Logger('Edge');
/** The one of this process: the listener rewrites targets by it before any provider is made. Filled while the process starts. */
const routes = new RouteTable([]);
const documents = new ApiDocuments(() => own().document);

const providers: Provider[] = [
  Authenticator,
  ConcurrentRequests,
  EdgeHooks,
  RateLimits,
  KeyAuthentication,
  HttpAddress,
  RunCommand,
  SshServer,
  { provide: OwnListener, useExisting: SshServer },
  { provide: SSH_SETTINGS, useFactory: () => sshSettings() },
  { provide: RATE_LIMIT_SETTINGS, useFactory: () => rateLimitSettings() },
  { provide: RouteTable, useValue: routes },
  { provide: ApiDocuments, useValue: documents },
  {
    provide: EDGE_OPTIONS,
    useFactory: (): EdgeOptions => ({
      url: publicUrl(),
      revision: ownRevision(),
      log: (error, correlationId) => logger.error(`${correlationId}: ${(error as Error).stack}`),
      warn: (message) => logger.warn(message),
    }),
  },
];

const services: Provider = {
  provide: ServiceClient,
  inject: [ServiceMap, ProcessTls],
  useFactory: (map: ServiceMap, tls: ProcessTls) => clientOf('routed', map, tls, SILENCE_MS),
};

function clientOf(listener: 'routed' | 'internal', map: ServiceMap, tls: ProcessTls, silenceMs: number): ServiceClient {
  return new ServiceClient(map, {
    ...{ listener, silenceMs, tls },
    connections: CONNECTIONS,
    patienceMs: patience(),
    waitingLimit: waitingLimit(),
  });
}

/** Of the same process. They are found when the first client asks: every module is made then. */
const ownSessions: Provider = {
  provide: GIT_SESSIONS,
  inject: [ModuleRef],
  useFactory: (modules: ModuleRef) => () => modules.get<GitSessions>(GitSessions, { strict: false }),
};

/** Of the processes that own the storages. */
const remoteSessions: Provider = {
  provide: GIT_SESSIONS,
  inject: [RemoteGitSessions],
  useFactory: (sessions: RemoteGitSessions) => () => sessions,
};

const remoteSessionsOfClient: Provider = {
  provide: RemoteGitSessions,
  inject: [ServiceMap, ProcessTls, Signer, StorageLocator],
  useFactory: (map: ServiceMap, tls: ProcessTls, signer: Signer, locator: StorageLocator) =>
    new RemoteGitSessions(clientOf('internal', map, tls, SESSION_SILENCE_MS), signer, locator),
};

const storageLocator: Provider = {
  provide: StorageLocator,
  inject: [Calls],
  useFactory: (calls: Calls) => new StorageLocator(calls),
};

/** The edge: authentication, route table, OpenAPI; in the gateway also the proxy to the services. */
@FacesUsers({
  rewriteTarget: (method, target) => pageAddress(routes, method, routes.withEncodedSlashes(projectPageTarget(target))),
})
@Module({ imports: [PagesModule], controllers: [EdgeController, ExplorerController] })
export class EdgeModule {
  /** Endpoints of the edge itself. */
  static readonly api: ApiDeclaration = {
    service: 'edge',
    document: new URL('../openapi.generated.json', import.meta.url),
  };

  /** In front of services of the same process. */
  static mounted(): DynamicModule {
    return { module: EdgeModule, providers: [...providers, LocalRoutes, ownSessions] };
  }

  /** In front of services in processes of their own. */
  static proxying(): DynamicModule {
    const learning = RouteLearning.into(routes, documents, () => own().routes);
    const waits: Provider = { provide: WaitingRequests, useExisting: Proxy };
    const toServices = [services, storageLocator, Proxy, waits, remoteSessionsOfClient, remoteSessions];
    return { module: EdgeModule, imports: [learning], providers: [...providers, ...toServices] };
  }
}

function own() {
  return publishedBy([EdgeModule])[0]!;
}
