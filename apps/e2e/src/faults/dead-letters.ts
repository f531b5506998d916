import type { Witness } from '@hearth/testing';
import { hearth } from '../system/hearth.js';

/** A line of `./hearth dead-letters list --json`. */
export interface Letter {
  readonly handler: string;
  readonly key: string;
  readonly attempts: number;
  readonly error: string;
}

/** Counts the dead letters of a service that wait to be replayed. */
export async function countOfLetters(witness: Witness, schema: string): Promise<number> {
  return (await witness.database.query(`select from ${schema}.dead_letters where replayed_at is null`)).length;
}

/** Lists the dead-lettered events of a service of the witness, as an operator does; the oldest first. */
export async function listLetters(witness: Witness, service: string): Promise<Letter[]> {
  return JSON.parse(await deadLetters(witness, 'list', '--json', '--kind', 'event', '--service', service)) as Letter[];
}

/** Replays all dead-lettered events of a service of the witness, as an operator does. Returns the command's output. */
export function replayLetters(witness: Witness, service: string): Promise<string> {
  return deadLetters(witness, 'replay', '--all', '--kind', 'event', '--service', service);
}

async function deadLetters(witness: Witness, ...args: string[]): Promise<string> {
  const onWitness = { DATABASE_URL: witness.database.url };
  const { code, stdout, stderr } = await hearth.runWith(onWitness, 'dead-letters', ...args);
  if (code !== 0) throw new Error(`hearth dead-letters ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
}
