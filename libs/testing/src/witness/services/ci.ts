import { Controller, Injectable, Module } from '@nestjs/common';
import type { EventDataOf, InputOf, OutputOf } from '@hearth/contract-kit';
import { Answers } from '@hearth/calls';
import { DataModule, Database } from '@hearth/data';
import { Job, Jobs, JobsModule, defineJob, type JobDataOf, type JobRun } from '@hearth/jobs';
import { z } from 'zod';
import { MessagingModule, On, type Delivery } from '@hearth/messaging';
import { clock } from '../clock.js';
import { AddChore, ChoreData, StepSeen } from '../contracts.js';
import { recordEffect, witnessSchema } from '../effects.js';

@Controller()
class OnStepSeen {
  @On(StepSeen)
  async handle(data: EventDataOf<typeof StepSeen>, { tx, meta }: Delivery): Promise<void> {
    await recordEffect(tx, 'third', data, meta);
  }
}

const Chore = defineJob({ name: 'chore', data: ChoreData, concurrency: 2 });
const Tick = defineJob({ name: 'tick', data: z.object({}), schedule: '* * * * *' });

/** Takes chores. */
@Controller()
class ChoresProvider {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  @Answers(AddChore)
  async add(chore: InputOf<typeof AddChore>): Promise<OutputOf<typeof AddChore>> {
    await this.database.tx((tx) => this.jobs.add(tx, Chore, chore));
    return {};
  }
}

@Injectable()
class Chores {
  constructor(private readonly database: Database) {}

  async recordRun(name: string, attempt: number): Promise<void> {
    await this.database.prepared('insert into chore_runs (name, attempt, process, at) values ($1, $2, $3, $4)', [
      name,
      attempt,
      process.pid,
      clock(),
    ]);
  }

  /** Checks the state before it acts, as every job must. */
  async doOnce(name: string, attempt: number): Promise<void> {
    await this.database.prepared(
      `insert into chore_effects (name, attempt)
       select $1::text, $2::int where not exists (select from chore_effects where name = $1)`,
      [name, attempt],
    );
  }

  async tick(id: string): Promise<void> {
    await this.database.prepared(
      `insert into ticks (job, process, at)
       select $1::uuid, $2::int, $3::float8 where not exists (select from ticks where job = $1::uuid)`,
      [id, process.pid, clock()],
    );
  }
}

@Injectable()
class ChoreWorker {
  constructor(private readonly chores: Chores) {}

  @Job(Chore)
  async run({ name, mood }: JobDataOf<typeof Chore>, { attempt, signal }: JobRun): Promise<void> {
    await this.chores.recordRun(name, attempt);
    if (mood === 'stall' && attempt === 1) await aborted(signal);
    await this.chores.doOnce(name, attempt);
    if (mood === 'die-after' && attempt === 1) process.kill(process.pid, 'SIGKILL');
  }
}

@Injectable()
class TickWorker {
  constructor(private readonly chores: Chores) {}

  @Job(Tick)
  run(_data: JobDataOf<typeof Tick>, { id }: JobRun): Promise<void> {
    return this.chores.tick(id);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const schema = witnessSchema('ci', true);

/** The service with jobs, one of them due every minute, and the handler at the end of the chain. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService('ci'), JobsModule.forService('ci')],
  controllers: [OnStepSeen, ChoresProvider],
  providers: [ChoreWorker, TickWorker, Chores],
})
export class WitnessCi {
  static readonly schema = schema;
  static readonly jobs = [Chore, Tick];
}
