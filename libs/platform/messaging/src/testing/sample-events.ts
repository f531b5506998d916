import { Global, Module } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { Calls } from '@hearth/calls';
import { defineEvent, defineQuery, type InputOf, type OutputOf } from '@hearth/contract-kit';
import type { ServiceSchema, Tx } from '@hearth/data';
import type { EventMeta } from '../event.js';
import { messagingMigrations } from '../migrations.js';

/** Behaviour of the sample's first reaction before the step is recorded: succeed, fail, or kill its process. */
export const Mood = z.enum(['good', 'flaky', 'poison', 'kill-once', 'kill']);

export const StepDone = defineEvent({
  name: 'projects.step-done',
  data: z.object({ projectId: z.number().int(), step: z.number().int(), mood: Mood }),
  key: ({ projectId }) => projectId,
});

export const StepSeen = defineEvent({
  name: 'repository.step-seen',
  data: z.object({ projectId: z.number().int(), step: z.number().int() }),
  key: ({ projectId }) => projectId,
});

export const StepDeleted = defineEvent({
  name: 'projects.step-deleted',
  data: z.object({ projectId: z.number().int(), step: z.number().int() }),
  key: ({ projectId }) => projectId,
});

export const StepsByIds = defineQuery({
  name: 'projects.steps-by-ids',
  callers: ['repository'],
  input: z.object({ ids: z.array(z.number()) }),
  output: z.object({ steps: z.array(z.number()) }),
});

/** Stands for the owner of the steps, who is asked whether one is gone. */
export const stepOwner = {
  answers: true,
  asked: 0,
  stillHas: new Set<number>(),
};

/** Calls that reach only the owner of the steps. */
class SampleCalls {
  query(_contract: typeof StepsByIds, { ids }: InputOf<typeof StepsByIds>): Promise<OutputOf<typeof StepsByIds>> {
    stepOwner.asked += 1;
    if (!stepOwner.answers) return Promise.reject(new Error('the owner does not answer'));
    return Promise.resolve({ steps: ids.filter((step) => stepOwner.stillHas.has(step)) });
  }
}

@Global()
@Module({ providers: [{ provide: Calls, useClass: SampleCalls }], exports: [Calls] })
export class SampleCallsModule {}

class Effects1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table effects (
        id bigint generated always as identity,
        handler text, project_id bigint, step int, attempt int, correlation text, causation text, actor bigint
      )`);
    await runner.query('create table cures (project_id bigint)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table effects, cures');
  }
}

const sample = { entities: [], migrations: [...messagingMigrations, Effects1763700000001], jobs: false };
export const projectsSchema: ServiceSchema = { service: 'projects', ...sample };
export const repositorySchema: ServiceSchema = { service: 'repository', ...sample };
export const ciSchema: ServiceSchema = { service: 'ci', ...sample };

/** Records the effect of a sample reaction: one row. */
export async function recordStep(
  tx: Tx,
  handler: string,
  { projectId, step }: { projectId: number; step: number },
  meta: EventMeta,
): Promise<void> {
  await tx.prepared(
    `insert into effects (handler, project_id, step, attempt, correlation, causation, actor)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [handler, projectId, step, meta.attempt, meta.correlation ?? null, meta.causation ?? null, meta.actor ?? null],
  );
}
