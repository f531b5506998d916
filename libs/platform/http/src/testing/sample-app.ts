import { AccessResolver, Callers } from '@hearth/access';
import { Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { HttpModule, parseQuery, registerBodyParsers } from '../index.js';
import { AccessController, ThingsController } from './sample-endpoints.js';
import { GroupNotesController, ProjectNotesController } from './shared-endpoints.js';
import { SampleAnswers, SampleCallers } from './sample-people.js';

@Module({ controllers: [ThingsController, AccessController, ProjectNotesController, GroupNotesController] })
export class SampleModule {}

/** An app with sample endpoints, without a database, an edge or another process. */
export class SampleApp {
  readonly answers = new SampleAnswers();
  /** Failures that are not refusals. */
  readonly failures: unknown[] = [];
  private app!: NestFastifyApplication;

  /** @param served the endpoints */
  static async start(served: Type = SampleModule): Promise<SampleApp> {
    const sample = new SampleApp();
    const adapter = new FastifyAdapter({ routerOptions: { querystringParser: parseQuery }, logger: false });
    const fastify = adapter.getInstance() as unknown as FastifyInstance;
    registerBodyParsers(fastify);
    // As a shutdown does it with the responses of its process.
    fastify.addHook('onRequest', ({ headers }, { raw }, done) => {
      if (headers['x-sample-closing'] !== undefined) raw.setHeader('connection', 'close');
      done();
    });
    const module = {
      module: served,
      imports: [sample.access(), HttpModule.register((e) => sample.failures.push(e))],
    };
    process.env['HEARTH_CHECK_RESPONSES'] = '1';
    sample.app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
      bodyParser: false,
      logger: false,
    });
    await sample.app.init();
    return sample;
  }

  /**
   * Sends a request below `/api/v4`, or to the root when the path begins with `/-/`.
   * @param caller as SampleCallers parses it; anonymous by default
   */
  send(
    method: InjectOptions['method'],
    path: string,
    options: Omit<InjectOptions, 'method' | 'url'> & { caller?: string } = {},
  ) {
    const { caller, headers, ...rest } = options;
    const url = path.startsWith('/-/') ? path : `/api/v4${path}`;
    const who = caller === undefined ? {} : { 'x-sample-caller': caller };
    return this.app.inject({
      method: method!,
      url,
      headers: { ...who, ...headers },
      ...rest,
    } as never) as unknown as Promise<LightMyRequestResponse>;
  }

  /** Answers on a port too. @returns the port */
  async listen(): Promise<number> {
    await this.app.listen(0, '127.0.0.1');
    return Number(new URL(await this.app.getUrl()).port);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private access() {
    const resolver = this.answers.resolver;
    @Global()
    @Module({
      providers: [
        { provide: Callers, useClass: SampleCallers },
        { provide: AccessResolver, useValue: resolver },
      ],
      exports: [Callers, AccessResolver],
    })
    class SampleAccessModule {}
    return SampleAccessModule;
  }
}

/** Status and body of a response, for one comparison. */
export function outcome({ statusCode, payload }: LightMyRequestResponse): [number, unknown] {
  return [statusCode, payload === '' ? '' : (JSON.parse(payload) as unknown)];
}
