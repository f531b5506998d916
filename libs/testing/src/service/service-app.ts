import type { IncomingHttpHeaders } from 'node:http';
import type { Abstract, Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { attachCaller, CALLER_HEADER } from '@hearth/access';
import { Calls, LocalCallServer } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import { parseQuery, registerBodyParsers } from '@hearth/http';
import { withOrigin } from '@hearth/telemetry';
import type { FastifyInstance } from 'fastify';
import { compileService, type Fakes, type Replacement, type ServiceModule } from './compile-service.js';

export const BASE_URL = 'http://hearth.test:8080';
export const CORRELATION_ID = 'request-1';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ServiceOptions {
  /** Replaced providers of the service, such as its clock. */
  readonly replacements?: readonly Replacement[];
  /** Listens on a port of its own, for clients such as git. */
  readonly listens?: boolean;
  /** Determines the caller of a request (default: the one given to `request`). */
  readonly principalOf?: (headers: IncomingHttpHeaders) => Principal | null;
  /** Creates the database (default: one with the tables of the service). */
  readonly makeDatabase?: () => Promise<TestDatabase>;
}

/** A response of the API. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON of any shape; null for an empty body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/**
 * One process of a service for the specs of a `describe` block, with a database of its own; the edge and the other services are replaced by
 * fakes.
 */
export class ServiceApp {
  /** Errors that are not refusals. The block fails when there are some at its end. */
  readonly failures: unknown[] = [];
  private running?: NestFastifyApplication;
  private ownDatabase?: TestDatabase;
  private baseUrl = BASE_URL;

  constructor(
    private readonly module: ServiceModule,
    private readonly fakes: Fakes,
    private readonly options: ServiceOptions = {},
  ) {}

  /** Declares a service for the block of specs in which it is called. */
  static for(module: ServiceModule, fakes: Fakes, options: ServiceOptions = {}): ServiceApp {
    return new ServiceApp(module, fakes, options).inBlock();
  }

  /**
   * Starts the service before the specs of the block, and stops it and drops its database after them, also when they fail. To be called
   * first in the block, so that later hooks can use it.
   */
  inBlock(): this {
    const makeDatabase = this.options.makeDatabase ?? (() => TestDatabase.make([this.module.schema]));
    beforeAll(async () => {
      this.ownDatabase = await makeDatabase();
      await this.start(this.ownDatabase);
    });
    afterAll(async () => {
      await this.stop().finally(() => this.ownDatabase?.drop());
      expect(this.failures).toEqual([]);
    });
    return this;
  }

  /** Starts the service on a database that the caller drops. */
  async start(database: TestDatabase): Promise<this> {
    process.env['DATABASE_URL'] = database.url;
    process.env['HEARTH_CHECK_RESPONSES'] = '1';
    const { module, fakes, options } = this;
    const testing = await compileService(module, fakes, options.replacements ?? [], this.failures);
    const adapter = new FastifyAdapter({
      routerOptions: { querystringParser: parseQuery, maxParamLength: 4096 },
      // As in a service that shuts down after its requests are answered: clients with idle connections are not waited for.
      forceCloseConnections: true,
    });
    const fastify = adapter.getInstance() as unknown as FastifyInstance;
    registerBodyParsers(fastify);
    const principalOf = options.principalOf ?? named;
    fastify.addHook('onRequest', (request, _reply, done) => {
      const about = { clientAddress: '127.0.0.1', baseUrl: this.baseUrl, correlationId: CORRELATION_ID };
      withOrigin({ correlation: CORRELATION_ID }, () => {
        attachCaller(request.raw, { ...about, principal: principalOf(request.headers) });
        done();
      });
    });
    const logger = ['fatal' as const];
    this.running = testing.createNestApplication<NestFastifyApplication>(adapter, { bodyParser: false, logger });
    if (!(fakes instanceof Calls))
      this.running.connectMicroservice({ strategy: this.running.get(LocalCallServer, { strict: false }) });
    await (options.listens ? this.listen(this.running) : this.running.init());
    await fastify.ready();
    return this;
  }

  async stop(): Promise<void> {
    await this.running?.close();
  }

  get app(): NestFastifyApplication {
    if (!this.running)
      throw new Error('The service has not been started: its database or one of its providers failed before');
    return this.running;
  }

  /** Address of the service, and its base URL. */
  get url(): string {
    return this.baseUrl;
  }

  get<T>(type: Type<T> | Abstract<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** The database with the service's role. */
  get database(): Database {
    return this.get(Database);
  }

  /** The database with the server's user. */
  get testDatabase(): TestDatabase {
    if (!this.ownDatabase) throw new Error('The database has not been made');
    return this.ownDatabase;
  }

  get calls(): Calls {
    return this.get(Calls);
  }

  /**
   * Sends a request below /api/v4.
   * @param caller null: anonymous
   */
  async request(
    caller: Principal | null,
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Omit<ServiceAnswer, 'headers'>> {
    const { status, body: answered } = await this.exchange(caller, method, path, body, headers);
    return { status, body: answered };
  }

  /** Like `request`, with the headers of the response. */
  async exchange(
    caller: Principal | null,
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ServiceAnswer> {
    const response = await this.app.inject({
      method,
      url: `/api/v4${path}`,
      headers: { ...headers, [CALLER_HEADER]: JSON.stringify(caller) },
      ...(body && { payload: body }),
    });
    const { statusCode: status, payload } = response;
    const isText = String(response.headers['content-type']).startsWith('text/plain');
    const parsed = payload === '' ? null : isText ? payload : (JSON.parse(payload) as unknown);
    return { status, headers: response.headers, body: parsed };
  }

  /**
   * Reads any path; the body is not parsed.
   * @param headers of the request
   */
  async fetch(
    caller: Principal | null,
    url: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }> {
    const response = await this.app.inject({
      method: 'GET',
      url,
      headers: { ...headers, [CALLER_HEADER]: JSON.stringify(caller) },
    });
    return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
  }

  /** Sends a multipart form: texts, and files with their names. */
  async form(
    caller: Principal | null,
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, string | { name: string; content: Buffer }>,
  ): Promise<Omit<ServiceAnswer, 'headers'>> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(field, value);
      else form.append(field, new Blob([new Uint8Array(value.content)]), value.name);
    }
    const encoded = new Request(BASE_URL, { method: 'POST', body: form });
    const response = await this.app.inject({
      method,
      url: `/api/v4${path}`,
      headers: { [CALLER_HEADER]: JSON.stringify(caller), 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    const { statusCode: status, payload } = response;
    return { status, body: JSON.parse(payload) as unknown };
  }

  /** Counts the statements that `work` sends to the database of the service. */
  async countStatements(work: () => Promise<unknown>): Promise<number> {
    const before = this.database.statementCount;
    await work();
    return this.database.statementCount - before;
  }

  /** Returns true while a statement in the database waits for another transaction's lock. */
  async waitsForALock(): Promise<boolean> {
    const [row] = await this.database.query<{ waits: boolean }>(
      `select exists(select from pg_locks join pg_stat_activity using (pid)
                     where not granted and datname = current_database()) as waits`,
    );
    return row!.waits;
  }

  private async listen(app: NestFastifyApplication): Promise<void> {
    await app.listen(0, '127.0.0.1');
    this.baseUrl = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  }
}

/** Reads the caller that a spec names in a header. */
function named(headers: IncomingHttpHeaders): Principal | null {
  return JSON.parse(String(headers[CALLER_HEADER] ?? 'null')) as Principal | null;
}
