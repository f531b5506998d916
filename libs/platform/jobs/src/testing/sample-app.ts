import { Injectable, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { DataModule, Database, type ServiceSchema, type Tx } from '@hearth/data';
import { DeadJobs } from '../dead-jobs.js';
import { defineJob, type JobDataOf } from '../job.js';
import { Jobs } from '../jobs.js';
import { JobsModule } from '../jobs.module.js';
import { startJobs, type RunningJobs } from '../start-jobs.js';
import { Job, type JobRun, type JobWorker } from '../worker.js';

class Runs1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table runs (id bigint generated always as identity, name text, attempt int, process int)',
    );
    await runner.query('create table cures (name text)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table runs, cures');
  }
}

export const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [Runs1763700000002], jobs: true };

/** What the sample's work does: end well, fail until it is cured, hang, or kill its process at its first attempt. */
export const Work = defineJob({
  name: 'work',
  data: z.object({ name: z.string(), mood: z.enum(['good', 'sick', 'hang', 'kill-once']) }),
  retries: 1,
  concurrency: 2,
});
export const StorageWork = defineJob({ name: 'storage-work', data: z.object({ name: z.string() }), perStorage: true });
export const Refresh = defineJob({ name: 'refresh', data: z.object({ name: z.string() }), unique: true });
export const sampleJobs = [Work, StorageWork, Refresh];
export const storages = ['storage-1', 'storage-2'];

@Injectable()
class Runs {
  constructor(private readonly database: Database) {}

  async record(name: string, attempt: number): Promise<void> {
    const values = [name, attempt, process.pid];
    await this.database.prepared('insert into runs (name, attempt, process) values ($1, $2, $3)', values);
  }

  async cured(name: string): Promise<boolean> {
    return (await this.database.prepared('select 1 from cures where name = $1', [name])).length > 0;
  }
}

@Job(Work)
class WorkWorker implements JobWorker<typeof Work> {
  constructor(private readonly runs: Runs) {}

  async run({ name, mood }: JobDataOf<typeof Work>, { attempt, signal }: JobRun): Promise<void> {
    await this.runs.record(name, attempt);
    if (mood === 'kill-once' && attempt === 1) process.kill(process.pid, 'SIGKILL');
    if (mood === 'sick' && !(await this.runs.cured(name))) throw new Error('sick');
    if (mood === 'hang') {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
    }
  }
}

@Job(StorageWork)
class StorageWorker implements JobWorker<typeof StorageWork> {
  constructor(private readonly runs: Runs) {}

  run({ name }: JobDataOf<typeof StorageWork>, { attempt }: JobRun): Promise<void> {
    return this.runs.record(name, attempt);
  }
}

@Job(Refresh)
class RefreshWorker implements JobWorker<typeof Refresh> {
  constructor(private readonly runs: Runs) {}

  run({ name }: JobDataOf<typeof Refresh>, { attempt }: JobRun): Promise<void> {
    return this.runs.record(name, attempt);
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
  static owning(own: readonly string[]): DynamicModule {
    const workers = [WorkWorker, StorageWorker, RefreshWorker];
    return {
      module: SampleService,
      imports: [DataModule.forService(schema), JobsModule.forService('ci', { workers, storages: () => own })],
      providers: [...workers, Runs, Adder],
    };
  }
}

/** One service with workers in this process. */
export class SampleApp {
  private running: RunningJobs | undefined;

  private constructor(private readonly app: INestApplicationContext) {}

  static async open(own: readonly string[] = storages): Promise<SampleApp> {
    return new SampleApp(
      await NestFactory.createApplicationContext(SampleService.owning(own), { logger: ['fatal'], abortOnError: false }),
    );
  }

  async work(): Promise<RunningJobs> {
    this.running = await startJobs(this.app);
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

  async stop(deadlineMs?: number): Promise<void> {
    await this.running?.stop(deadlineMs);
    await this.app.close();
  }
}
