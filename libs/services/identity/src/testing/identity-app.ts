import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessResolver, CALLER_HEADER, Callers } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { Caller, type Principal } from '@hearth/contract-kit';
import { accessContracts } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Keyring, parseRingKeys } from '@hearth/secrets';
import { HttpModule, parseQuery, registerBodyParsers } from '@hearth/http';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Clock } from '../clock.js';
import { IdentityModule } from '../identity.module.js';
import { FakeProjects } from './fake-projects.js';
import type { TestDatabase } from './test-database.js';

export const BASE_URL = 'http://hearth.test:8080';

const KEYS = parseRingKeys(`spec:${Buffer.alloc(32, 7).toString('base64')}`);

/** A clock that stands still until a spec moves it. */
export class StillClock extends Clock {
  constructor(public time = new Date('2018-01-15T10:07:21.123Z')) {
    super();
  }

  override now(): Date {
    return this.time;
  }
}

/** Callers as a spec names them in a header. */
class NamedCallers extends Callers {
  of(request: IncomingMessage): Promise<Caller> {
    const principal: unknown = JSON.parse(String(request.headers[CALLER_HEADER] ?? 'null'));
    const about = { clientAddress: '127.0.0.1', baseUrl: BASE_URL, correlationId: 'request-1' };
    return Promise.resolve(Caller.parse({ ...about, principal }));
  }
}

@Global()
@Module({})
class Surroundings {
  static with(projects: FakeProjects): DynamicModule {
    return {
      module: Surroundings,
      providers: [
        { provide: Calls, useValue: projects },
        { provide: Callers, useClass: NamedCallers },
        { provide: Keyring, useValue: new Keyring(KEYS) },
        { provide: AccessResolver, useValue: new AccessResolver(projects, accessContracts) },
      ],
      exports: [Calls, Callers, Keyring, AccessResolver],
    };
  }
}

/** One process of identity, with the real frame and a real database; only projects, the clock and the edge are stood in for. */
export class IdentityApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly projects: FakeProjects,
    readonly clock: StillClock,
    /** Failures that no refusal explains. */
    readonly failures: unknown[],
  ) {}

  static async start(database: TestDatabase): Promise<IdentityApp> {
    process.env['DATABASE_URL'] = database.url;
    process.env['HEARTH_CHECK_RESPONSES'] = '1';
    const projects = new FakeProjects();
    const clock = new StillClock();
    const failures: unknown[] = [];
    const testing = await Test.createTestingModule({
      imports: [IdentityModule, Surroundings.with(projects), HttpModule.register((error) => failures.push(error))],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    const adapter = new FastifyAdapter({ routerOptions: { querystringParser: parseQuery, maxParamLength: 4096 } });
    registerBodyParsers(adapter.getInstance() as unknown as FastifyInstance);
    const app = testing.createNestApplication<NestFastifyApplication>(adapter, {
      bodyParser: false,
      logger: ['fatal'],
    });
    await app.init();
    await adapter.getInstance().ready();
    return new IdentityApp(app, projects, clock, failures);
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  get database(): Database {
    return this.get(Database as unknown as Type<Database>);
  }

  /** @param caller null: anonymous */
  async request(
    caller: Principal | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const { status, body: answered } = await this.exchange(caller, method, path, body, headers);
    return { status, body: answered };
  }

  /** As `request`, with the headers of the answer. A body that is empty is null. */
  async exchange(
    caller: Principal | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }> {
    const type = body && { 'content-type': 'application/json' };
    const answer = await this.app.inject({
      method,
      url: `/api/v4${path}`,
      headers: { [CALLER_HEADER]: JSON.stringify(caller), ...type, ...headers },
      ...(body && { payload: JSON.stringify(body) }),
    });
    const { statusCode: status, payload } = answer;
    return { status, body: payload === '' ? null : (JSON.parse(payload) as unknown), headers: answer.headers };
  }

  /** Sends a multipart form: texts, and files with their names. */
  async form(
    caller: Principal | null,
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, string | { name: string; content: Buffer }>,
  ): Promise<{ status: number; body: unknown }> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(field, value);
      else form.append(field, new Blob([new Uint8Array(value.content)]), value.name);
    }
    const encoded = new Request(BASE_URL, { method: 'POST', body: form });
    const { statusCode, payload } = await this.app.inject({
      method,
      url: `/api/v4${path}`,
      headers: {
        [CALLER_HEADER]: JSON.stringify(caller),
        'content-type': encoded.headers.get('content-type')!,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: statusCode, body: JSON.parse(payload) as unknown };
  }

  /** Reads what is not below the API, as anybody does. */
  async read(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; content: Buffer; headers: Record<string, unknown> }> {
    const answer = await this.app.inject({ method: 'GET', url: path, headers });
    return { status: answer.statusCode, content: answer.rawPayload, headers: answer.headers };
  }

  /** Whether a statement in the database of this process waits for somebody else's transaction. */
  async waitsForALock(): Promise<boolean> {
    const [row] = await this.database.query<{ waits: boolean }>(
      `select exists(select from pg_locks join pg_stat_activity using (pid)
                     where not granted and datname = current_database()) as waits`,
    );
    return row!.waits;
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}
