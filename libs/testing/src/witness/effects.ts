import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { ServiceName, EventDataOf } from '@hearth/contract-kit';
import type { ServiceSchema, Tx } from '@hearth/data';
import { messagingMigrations, type EventMeta } from '@hearth/messaging';
import { clock } from './clock.js';
import type { StepDone } from './contracts.js';

/** Rows are not unique by content: an effect that happens twice must show. */
class WitnessEffects1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table progress (key bigint primary key, step int not null)');
    await runner.query(`
      create table effects (
        id bigint generated always as identity primary key,
        handler text not null, key bigint not null, step int not null, attempt int not null, process int not null,
        appended_at double precision not null, handled_at double precision not null
      )`);
    await runner.query('create table cures (key bigint primary key)');
    await runner.query(`
      create table chore_runs (
        id bigint generated always as identity primary key,
        name text not null, attempt int not null, process int not null, at double precision not null
      )`);
    await runner.query('create table chore_effects (name text not null, attempt int not null)');
    await runner.query('create table ticks (job uuid not null, process int not null, at double precision not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table progress, effects, cures, chore_runs, chore_effects, ticks');
  }
}

/** Schema of the witness' services: the same tables for all, of which each service uses some. */
export function witnessSchema(service: ServiceName, jobs = false): ServiceSchema {
  return { service, entities: [], migrations: [...messagingMigrations, WitnessEffects1763700000003], jobs };
}

/** Records the effect of a handler: one row, stamped last. */
export async function recordEffect(
  tx: Tx,
  handler: string,
  { key, step, appendedAt }: EventDataOf<typeof StepDone>,
  meta: EventMeta,
): Promise<void> {
  await tx.prepared(
    `insert into effects (handler, key, step, attempt, process, appended_at, handled_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [handler, key, step, meta.attempt, process.pid, appendedAt, clock()],
  );
}

/** Returns true when the key was cured. */
export async function isRecovered(tx: Tx, key: number): Promise<boolean> {
  return (await tx.prepared('select from cures where key = $1', [key])).length > 0;
}
