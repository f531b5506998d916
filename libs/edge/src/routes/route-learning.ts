import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ServiceClient, ServiceMap } from '@hearth/calls';
import type { RouteEntry } from '@hearth/http';
import { ProcessTls, Verifier } from '@hearth/secrets';
import { HealthWarning } from '@hearth/service';
import type { ApiDocuments } from '../explorer/api-documents.js';
import { builtTables } from './built-tables.js';
import { RouteLearner } from './route-learner.js';
import { routeSettings } from './route-settings.js';
import type { RouteTable } from './route-table.js';
import { TableFolder } from './table-folder.js';

const CONNECTIONS = 2;
/** Short: a gateway that starts while a service is away serves the others soon. */
const PATIENCE_MS = 200;
const WAITING_LIMIT = 100;
const SILENCE_MS = 5_000;

/** Reports paths that several services claim, and tables that are not used. */
@Injectable()
class RoutesWarning extends HealthWarning {
  readonly subject = 'The table of routes';

  constructor(@Inject(RouteLearner) private readonly learner: RouteLearner) {
    super();
  }

  problem(): Promise<string | undefined> {
    const { problems } = this.learner;
    return Promise.resolve(problems.length === 0 ? undefined : problems.join(' '));
  }
}

/** Learns the routes of services in processes of their own. */
@Module({})
export class RouteLearning {
  /** @param own the routes of the edge itself */
  static into(routes: RouteTable, documents: ApiDocuments, own: () => readonly RouteEntry[]): DynamicModule {
    const learner = (services: ServiceMap, tls: ProcessTls, verifier: Verifier) => {
      const { HEARTH_ROUTES_FOLDER: folder, HEARTH_ROUTES_INTERVAL: intervalMs } = routeSettings();
      const client = new ServiceClient(services, {
        listener: 'internal',
        connections: CONNECTIONS,
        patienceMs: PATIENCE_MS,
        waitingLimit: WAITING_LIMIT,
        silenceMs: SILENCE_MS,
        tls,
      });
      return new RouteLearner(client, services, verifier, routes, documents, {
        intervalMs,
        folder: folder === undefined ? undefined : new TableFolder(folder),
        built: builtTables(),
        own: own(),
      });
    };
    return {
      module: RouteLearning,
      providers: [
        { provide: RouteLearner, inject: [ServiceMap, ProcessTls, Verifier], useFactory: learner },
        { provide: HealthWarning, useClass: RoutesWarning },
      ],
      exports: [RouteLearner],
    };
  }
}
