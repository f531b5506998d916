import { Global, Module, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessModule, CALLER_HEADER, attachCaller } from '@hearth/access';
import { Calls, LocalCalls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { accessContracts, ClaimUserNamespace } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { HttpModule, parseQuery, registerBodyParsers } from '@hearth/http';
import { LocalEvents } from '@hearth/messaging';
import { Keyring, parseRingKeys } from '@hearth/secrets';
import { withOrigin } from '@hearth/telemetry';
import type { FastifyInstance } from 'fastify';
import { ProjectsModule } from '../projects.module.js';
import { FakeIdentity } from './fake-identity.js';
import { FakeRepository } from './fake-repository.js';
import type { TestDatabase } from './test-database.js';

export const BASE_URL = 'http://hearth.test:8080';
export const CORRELATION_ID = 'request-1';

const keyring = new Keyring(parseRingKeys(`test:${Buffer.alloc(32, 't').toString('base64')}`));

@Global()
@Module({ providers: [{ provide: Keyring, useValue: keyring }], exports: [Keyring] })
class TestKeys {}

@Module({
  imports: [TestKeys, ProjectsModule, LocalCalls, LocalEvents, AccessModule.attached(accessContracts)],
  providers: [FakeIdentity, FakeRepository],
})
class AloneModule {}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // Specs compare bodies of any shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** One process of projects with the real frame, calls and database; only the edge is stood in for. */
export class ProjectsApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    /** Failures that no refusal explains. */
    readonly failures: unknown[],
  ) {}

  static async start(database: TestDatabase): Promise<ProjectsApp> {
    process.env['DATABASE_URL'] = database.url;
    process.env['HEARTH_CHECK_RESPONSES'] = '1';
    const failures: unknown[] = [];
    const testing = await Test.createTestingModule({
      imports: [AloneModule, HttpModule.register((error) => failures.push(error))],
    }).compile();
    const adapter = new FastifyAdapter({ routerOptions: { querystringParser: parseQuery, maxParamLength: 4096 } });
    const fastify = adapter.getInstance() as unknown as FastifyInstance;
    registerBodyParsers(fastify);
    fastify.addHook('onRequest', (request, _reply, done) => {
      const principal = JSON.parse(String(request.headers[CALLER_HEADER])) as Principal | null;
      const about = { clientAddress: '127.0.0.1', baseUrl: BASE_URL, correlationId: CORRELATION_ID };
      withOrigin({ correlation: CORRELATION_ID }, () => {
        attachCaller(request.raw, { ...about, principal });
        done();
      });
    });
    const app = testing.createNestApplication<NestFastifyApplication>(adapter, {
      bodyParser: false,
      logger: ['fatal'],
    });
    await app.init();
    await fastify.ready();
    return new ProjectsApp(app, failures);
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  get database(): Database {
    return this.get(Database as unknown as Type<Database>);
  }

  get calls(): Calls {
    return this.get(Calls as unknown as Type<Calls>);
  }

  /** Gives a user the namespace that every user has. */
  async claim({ userId, username, name }: Principal): Promise<number> {
    const { namespaceId } = await this.calls.command(ClaimUserNamespace, {
      userId,
      username,
      displayName: name,
      createdAt: '2018-01-15T10:07:21.123Z',
    });
    return namespaceId;
  }

  /** @param caller null: anonymous */
  async request(
    caller: Principal | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url: `/api/v4${path}`,
      headers: { ...headers, [CALLER_HEADER]: JSON.stringify(caller) },
      ...(body && { payload: body }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  }

  /** An answer that is not JSON, of any path. @param headers of the request */
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

  /** How many statements `work` sends to the database of projects. */
  async countStatements(work: () => Promise<unknown>): Promise<number> {
    const before = this.database.statementCount;
    await work();
    return this.database.statementCount - before;
  }

  async stop(): Promise<void> {
    await this.app.close();
  }
}
