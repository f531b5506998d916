import { Witness } from '@hearth/testing';
import type { Hearth } from './hearth.js';

/** Two sample services made of Hearth's libs, beside a Hearth and on its engines: outbox, relay, Kafka, inbox. */
export async function startWitness(hearth: Hearth): Promise<Witness> {
  return Witness.start({
    databaseUrl: await hearth.databaseUrl(),
    brokers: await hearth.brokers(),
    secrets: hearth.secrets,
    logs: hearth.logs,
    processes: ['projects', 'merge-requests'],
  });
}
