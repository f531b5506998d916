import { Injectable, Module, type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { DataModule, Database } from '@hearth/data';
import { KafkaEvents, LocalEvents } from '../bindings.js';
import type { EventContext } from '../event.js';
import { EventServer } from '../event-server.js';
import { DeadLetters } from '../inbox/dead-letters.js';
import { MessagingModule } from '../messaging.module.js';
import { Outbox } from '../outbox/outbox.js';
import { SampleCi } from './sample-ci.js';
import { SampleCallsModule, StepDone, projectsSchema } from './sample-events.js';
import { SampleRepository } from './sample-repository.js';

export type Mode = 'local' | 'kafka';
export type Step = z.input<(typeof StepDone)['data']>;

/** The service that publishes. */
@Injectable()
class Steps {
  constructor(
    readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  append(steps: readonly Step[], context: EventContext): Promise<void> {
    return this.database.tx(async (tx) => {
      for (const step of steps) await this.outbox.append(tx, StepDone, step, context);
    });
  }
}

@Module({
  imports: [DataModule.forService(projectsSchema), MessagingModule.forService('projects')],
  providers: [Steps],
})
class SampleProjects {}

@Module({})
class SampleModule {
  static with(mode: Mode): DynamicModule {
    return {
      module: SampleModule,
      imports: [
        SampleProjects,
        SampleRepository,
        SampleCi,
        SampleCallsModule,
        mode === 'kafka' ? KafkaEvents : LocalEvents,
      ],
    };
  }
}

/** Three services in this process, as an app would run them. */
export class SampleApp {
  private constructor(
    private readonly app: INestApplication,
    private readonly running: EventServer | undefined,
  ) {}

  static async start(mode: Mode): Promise<SampleApp> {
    const app = await makeApp(mode);
    const events = app.get(EventServer);
    app.connectMicroservice({ strategy: events });
    await app.startAllMicroservices();
    return new SampleApp(app, events);
  }

  /** Opens an app that only writes: without relays and handlers. */
  static async open(mode: Mode): Promise<SampleApp> {
    return new SampleApp(await makeApp(mode), undefined);
  }

  get messaging(): EventServer {
    if (!this.running) throw new Error('this app only writes');
    return this.running;
  }

  /** Appends one event for each step, in one transaction. */
  append(steps: readonly Step[], context: EventContext = {}): Promise<void> {
    return this.app.get(Steps, { strict: false }).append(steps, context);
  }

  /** The database of the service that publishes. */
  get database(): Database {
    return this.app.get(Steps, { strict: false }).database;
  }

  /** The dead letters of the service that reacts. */
  get deadLetters(): DeadLetters {
    const all = this.app.get(DeadLetters, { strict: false, each: true });
    const found = all.find((letters) => letters.service === 'repository');
    if (!found) throw new Error('the sample has no repository');
    return found;
  }

  async stop(): Promise<void> {
    await this.running?.close();
    await this.app.close();
  }
}

async function makeApp(mode: Mode): Promise<INestApplication> {
  const options = { logger: ['fatal' as const], abortOnError: false };
  const app = await NestFactory.create(SampleModule.with(mode), new FastifyAdapter(), options);
  return app.init();
}
