import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Global, Module, type Abstract, type DynamicModule, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessResolver, Callers } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Caller, Principal } from '@hearth/contract-kit';
import { accessContracts } from '@hearth/access-contracts';
import { migrateJobs } from '@hearth/jobs';
import { LocalEvents } from '@hearth/messaging';
import { HttpModule, parseQuery, registerBodyParsers } from '@hearth/http';
import { ProcessTls, Signer, Verifier } from '@hearth/secrets';
import { setActor, withOrigin } from '@hearth/telemetry';
import { Git as Client, makeSigningKeys, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { FastifyInstance } from 'fastify';
import { FakeServices } from './fake-services.js';
import { TestDatabase } from './test-database.js';

export const CORRELATION_ID = 'request-1';

async function queues(url: string): Promise<void> {
  const { RepositoryModule } = await import('../repository.module.js');
  await migrateJobs(url, 'repository', RepositoryModule.jobs, ['here']);
}

/** Authenticates callers by the user name of HTTP Basic, in place of the edge, which uses their credentials. */
class NamedCallers extends Callers {
  readonly principals = new Map<string, Principal>();
  baseUrl = '';

  of({ headers }: IncomingMessage): Promise<Caller> {
    const [, encoded] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
    const [username] = Buffer.from(encoded ?? '', 'base64')
      .toString()
      .split(':');
    const principal = this.principals.get(username!) ?? null;
    setActor(principal?.userId);
    return Promise.resolve({
      principal,
      clientAddress: '127.0.0.1',
      baseUrl: this.baseUrl,
      correlationId: CORRELATION_ID,
    });
  }
}

@Global()
@Module({})
class Surroundings {
  static with(
    services: FakeServices,
    callers: NamedCallers,
    keys: Awaited<ReturnType<typeof makeSigningKeys>>,
  ): DynamicModule {
    return {
      module: Surroundings,
      imports: [LocalEvents],
      providers: [
        { provide: Calls, useValue: services },
        { provide: Callers, useValue: callers },
        { provide: AccessResolver, useValue: new AccessResolver(services, accessContracts) },
        { provide: Signer, useValue: keys.signer },
        { provide: Verifier, useValue: keys.verifier },
        { provide: ProcessTls, useValue: ProcessTls.none() },
      ],
      exports: [Calls, Callers, AccessResolver, Signer, Verifier, ProcessTls],
    };
  }
}

/** One process of this service with the real HTTP stack, PostgreSQL and git, on a real port; the other services are fakes. */
export class RepositoryApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly services: FakeServices,
    readonly database: TestDatabase,
    /** Data of the app, and a place for clones. */
    readonly folder: TemporaryFolder,
    /** Failures without a refusal. */
    readonly failures: unknown[],
    private readonly callers: NamedCallers,
  ) {}

  static async start(): Promise<RepositoryApp> {
    const folder = await makeTemporaryFolder('repository');
    process.env['HEARTH_STORAGES'] = JSON.stringify({ here: path.join(folder.path, 'here') });
    process.env['HEARTH_STORAGE_NAMES'] = 'here';
    process.env['HEARTH_OBJECTS'] = path.join(folder.path, 'objects');
    process.env['HEARTH_CHECK_RESPONSES'] = '1';
    // Imported here because the names of the storages are part of the module's wiring, which is read on import.
    const { RepositoryModule } = await import('../repository.module.js');
    const database = await TestDatabase.make(queues);
    const services = new FakeServices();
    const callers = new NamedCallers();
    const failures: unknown[] = [];
    const testing = await Test.createTestingModule({
      imports: [
        RepositoryModule,
        Surroundings.with(services, callers, await makeSigningKeys('repository')),
        HttpModule.register((error) => failures.push(error)),
      ],
    }).compile();
    const adapter = new FastifyAdapter({
      routerOptions: { maxParamLength: 4096, querystringParser: parseQuery },
      // As in a service that shuts down after its requests are answered: clients with idle connections are not waited for.
      forceCloseConnections: true,
    });
    const fastify = adapter.getInstance() as unknown as FastifyInstance;
    registerBodyParsers(fastify);
    fastify.addHook('onRequest', (_request, _reply, done) => withOrigin({ correlation: CORRELATION_ID }, done));
    const app = testing.createNestApplication<NestFastifyApplication>(adapter, {
      bodyParser: false,
      logger: ['error', 'fatal'],
    });
    await app.listen(0, '127.0.0.1');
    callers.baseUrl = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    return new RepositoryApp(app, services, database, folder, failures, callers);
  }

  get url(): string {
    return this.callers.baseUrl;
  }

  get<T>(type: Type<T> | Abstract<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** Registers a caller by user name. */
  admit(principal: Principal): Principal {
    this.callers.principals.set(principal.username, principal);
    return principal;
  }

  /** Returns the URL of a project for git: with a caller's name in it, or anonymous. */
  remote(fullPath: string, principal?: Principal): string {
    const url = new URL(`${this.url}/${fullPath}.git`);
    if (principal) Object.assign(url, { username: principal.username, password: 'secret' });
    return url.href;
  }

  /** Requests a path below the app's URL; redirects are not followed. */
  request(pathAndQuery: string, init: RequestInit & { as?: Principal } = {}): Promise<Response> {
    const { as: principal, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (principal)
      headers.set('authorization', `Basic ${Buffer.from(`${principal.username}:secret`).toString('base64')}`);
    return fetch(`${this.url}${pathAndQuery}`, { redirect: 'manual', ...rest, headers });
  }

  /** Creates an empty folder for a client's repository. */
  async clientFolder(name: string): Promise<Client> {
    const at = path.join(this.folder.path, 'clients', name);
    await mkdir(at, { recursive: true });
    return new Client(at);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
    await this.folder.remove();
  }
}
