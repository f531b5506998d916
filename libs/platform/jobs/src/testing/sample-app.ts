import { once } from 'node:events';
import {
  Inject,
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type LogLevel,
  type LoggerService,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { WrongStorage } from '@hearth/contract-kit';
import { DataModule, Database, type ServiceSchema, type Tx } from '@hearth/data';
import { until } from '@hearth/data/testing';
import { currentOrigin } from '@hearth/telemetry';
import { DeadJobs } from '../dead-jobs.js';
import { Job, type JobRun } from '../handlers.js';
import { defineJob, type JobDataOf } from '../job.js';
import { Jobs } from '../jobs.js';
import { JobsModule } from '../jobs.module.js';
import { startJobs, type RunningJobs } from '../start-jobs.js';

class Runs1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table runs (id bigint generated always as identity, name text, job uuid, attempt int, process int, at timestamptz default now(),
         correlation text, actor bigint, causation text, ended text)`,
    );
    await runner.query('create table cures (name text)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table runs, cures');
  }
}

export const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [Runs1763700000002], jobs: true };

/**
 * Behaviour of a sample job: succeeds, fails until cured, runs until cured, runs until its signal is aborted, ignores the signal, or kills its
 * process at the first attempt or at every one.
 */
const Mood = z.enum(['good', 'sick', 'slow', 'hang', 'deaf', 'kill-once', 'kill-always']);
export type Mood = z.output<typeof Mood>;

export const Work = defineJob({
  name: 'work',
  data: z.object({ name: z.string(), mood: Mood }),
  retries: 1,
  concurrency: 2,
});
export const StorageWork = defineJob({
  name: 'storage-work',
  /** `storage`: the one whose owner can do it. */
  data: z.object({ name: z.string(), storage: z.string().optional() }),
  perStorage: true,
});
export const Refresh = defineJob({ name: 'refresh', data: z.object({ name: z.string() }), unique: true });
/** Scheduled: once in the whole system, and once on each storage. */
export const Sweep = defineJob({ name: 'sweep', data: z.object({}), schedule: '* * * * *' });
export const StorageSweep = defineJob({
  name: 'storage-sweep',
  data: z.object({}),
  schedule: '* * * * *',
  perStorage: true,
});
export const sampleJobs = [Work, StorageWork, Refresh, Sweep, StorageSweep];
export const storages = ['storage-1', 'storage-2'];

/** Token of the storages that the process owns. */
const OWN = Symbol('own');

@Injectable()
class Runs {
  constructor(private readonly database: Database) {}

  async record(name: string, { id, attempt }: JobRun): Promise<number> {
    const { correlation, actor, causation } = currentOrigin() ?? {};
    const [row] = await this.database.prepared<{ id: number }>(
      'insert into runs (name, job, attempt, process, correlation, actor, causation) values ($1, $2, $3, $4, $5, $6, $7) returning id',
      [name, id, attempt, process.pid, correlation, actor, causation],
    );
    return row!.id;
  }

  async end(id: number, how: string): Promise<void> {
    await this.database.prepared('update runs set ended = $2 where id = $1', [id, how]);
  }

  async cured(name: string): Promise<boolean> {
    return (await this.database.prepared('select 1 from cures where name = $1', [name])).length > 0;
  }
}

@Injectable()
class WorkWorker {
  private readonly logger = new Logger('Work');

  constructor(private readonly runs: Runs) {}

  @Job(Work)
  async run({ name, mood }: JobDataOf<typeof Work>, run: JobRun): Promise<void> {
    const { attempt, signal } = run;
    const id = await this.runs.record(name, run);
    if (mood === 'kill-always' || (mood === 'kill-once' && attempt === 1)) process.kill(process.pid, 'SIGKILL');
    if (mood === 'sick' && !(await this.runs.cured(name))) throw new Error('sick \0 of it');
    if (mood === 'slow') await until(`${name} is cured`, () => this.runs.cured(name).catch(() => false));
    if (mood === 'hang' || mood === 'deaf') {
      await once(signal, 'abort');
      await this.runs.end(id, (signal.reason as Error).message);
      if (mood === 'deaf') await new Promise(() => undefined);
    }
    this.logger.log(`did ${name}`);
  }
}

@Injectable()
class StorageWorker {
  constructor(
    private readonly runs: Runs,
    @Inject(OWN) private readonly own: readonly string[],
  ) {}

  @Job(StorageWork)
  async run({ name, storage }: JobDataOf<typeof StorageWork>, run: JobRun): Promise<void> {
    if (storage !== undefined && !this.own.includes(storage)) throw new WrongStorage(storage);
    await this.runs.record(name, run);
  }
}

@Injectable()
class RefreshWorker {
  constructor(private readonly runs: Runs) {}

  @Job(Refresh)
  async run({ name }: JobDataOf<typeof Refresh>, run: JobRun): Promise<void> {
    await this.runs.record(name, run);
  }
}

@Injectable()
class SweepWorker {
  constructor(private readonly runs: Runs) {}

  @Job(Sweep)
  async run(_data: object, run: JobRun): Promise<void> {
    await this.runs.record('sweep', run);
    if (run.attempt === 1 && (await this.runs.cured('fail-once'))) throw new Error('once');
  }
}

@Injectable()
class StorageSweepWorker {
  constructor(private readonly runs: Runs) {}

  @Job(StorageSweep)
  async run(_data: object, run: JobRun): Promise<void> {
    await this.runs.record('storage-sweep', run);
  }
}

@Injectable()
class Adder {
  constructor(
    readonly jobs: Jobs,
    readonly dead: DeadJobs,
    readonly database: Database,
  ) {}
}

@Module({})
class SampleService {
  static owning(own: readonly string[], scheduled: boolean): DynamicModule {
    const plain = [WorkWorker, StorageWorker, RefreshWorker];
    const workers = scheduled ? [...plain, SweepWorker, StorageSweepWorker] : plain;
    return {
      module: SampleService,
      imports: [DataModule.forService(schema), JobsModule.forService('ci', { storages: () => own })],
      providers: [...workers, Runs, Adder, { provide: OWN, useValue: own }],
    };
  }
}

export interface SampleOptions {
  own?: readonly string[];
  scheduled?: boolean;
  logger?: LoggerService | LogLevel[];
}

/** One service with workers in this process. */
export class SampleApp {
  private running: RunningJobs | undefined;
  private stopped: Promise<void> | undefined;

  private constructor(private readonly app: INestApplicationContext) {}

  /** @param options.scheduled whether it includes the scheduled jobs */
  static async open({ own = storages, scheduled = false, logger = ['fatal'] }: SampleOptions = {}): Promise<SampleApp> {
    const module = SampleService.owning(own, scheduled);
    return new SampleApp(await NestFactory.createApplicationContext(module, { logger, abortOnError: false }));
  }

  async work(): Promise<RunningJobs> {
    this.running = startJobs(this.app);
    return this.running;
  }

  /** Runs `add` in one transaction. */
  add(add: (jobs: Jobs, tx: Tx) => Promise<void>): Promise<void> {
    const { jobs, database } = this.app.get(Adder);
    return database.tx((tx) => add(jobs, tx));
  }

  get dead(): DeadJobs {
    return this.app.get(Adder).dead;
  }

  /** Stops the service; may be called again. */
  async stop(deadlineMs?: number): Promise<void> {
    this.stopped ??= (async () => {
      await this.running?.stop(deadlineMs);
      await this.app.close();
    })();
    await this.stopped;
  }
}
