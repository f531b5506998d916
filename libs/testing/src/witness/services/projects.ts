import { Controller, Module } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Answers } from '@hearth/calls';
import { DataModule, Database, type Tx } from '@hearth/data';
import { MessagingModule, Outbox } from '@hearth/messaging';
import { clock } from '../clock.js';
import { AppendBacklog, AppendSteps, StepDone } from '../contracts.js';
import { witnessSchema } from '../effects.js';

/** Records steps and publishes each in the same transaction. */
@Controller()
class Publisher {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Answers(AppendSteps)
  async append({ steps }: InputOf<typeof AppendSteps>): Promise<OutputOf<typeof AppendSteps>> {
    // Sorts the steps, so that two calls never deadlock on each other's keys.
    const ordered = [...steps].sort((a, b) => a.key - b.key || a.step - b.step);
    await this.database.tx(async (tx) => {
      for (const step of ordered) {
        if (await isNew(tx, step)) await this.outbox.append(tx, StepDone, { ...step, appendedAt: clock() });
      }
    });
    return { committedAt: clock() };
  }

  @Answers(AppendBacklog)
  async appendBacklog({
    firstKey,
    keys,
    stepsPerKey,
  }: InputOf<typeof AppendBacklog>): Promise<OutputOf<typeof AppendBacklog>> {
    const steps = Array.from({ length: keys * stepsPerKey }, (_, index) => ({
      key: firstKey + (index % keys),
      step: Math.floor(index / keys) + 1,
    }));
    await this.database.tx(async (tx) => {
      await tx.prepared(
        'insert into progress (key, step) select $1::bigint + n, $3 from generate_series(0, $2 - 1) n',
        [firstKey, keys, stepsPerKey],
      );
      await this.outbox.appendAll(
        tx,
        steps.map((step) => ({ event: StepDone, data: { ...step, appendedAt: clock() } })),
      );
    });
    return { committedAt: clock() };
  }
}

/** Advances the key and locks its row until the commit; false when it is already at this step or a later one. */
async function isNew(tx: Tx, { key, step }: { key: number; step: number }): Promise<boolean> {
  const moved = await tx.prepared(
    `insert into progress as p (key, step) values ($1, $2)
     on conflict (key) do update set step = excluded.step where p.step < excluded.step
     returning step`,
    [key, step],
  );
  return moved.length > 0;
}

const schema = witnessSchema('projects');

/** The service that publishes. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService('projects')],
  controllers: [Publisher],
})
export class WitnessProjects {
  static readonly schema = schema;
  static readonly jobs = [];
}
