import { Witness } from '@hearth/testing';
import type { EventSystem } from './event-system.js';
import type { Hearth } from './hearth.js';

/** Two sample services made of Hearth's libs, beside a Hearth and on its engines: outbox, relay, Kafka, inbox. */
export async function startWitness(hearth: Hearth): Promise<{ witness: Witness; system: EventSystem }> {
  const witness = await Witness.start({
    databaseUrl: await hearth.databaseUrl(),
    brokers: await hearth.brokers(),
    secrets: hearth.secrets,
    logs: hearth.logs,
    processes: ['projects', 'merge-requests'],
  });
  const system: EventSystem = {
    effects: 'merge_requests.effects',
    append: async (key, step) => (await witness.append([{ key, step }])).committedAt,
    appendBacklog: async (backlog) => (await witness.appendBacklog(backlog)).committedAt,
  };
  return { witness, system };
}
