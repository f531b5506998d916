import { chmod } from 'node:fs/promises';
import { makeTemporaryFolder } from '@hearth/testing';
import { eventLatency } from './parts/event-latency.js';
import { eventThroughput } from './parts/event-throughput.js';
import { startEventPeer } from './system/event-peer.js';
import { startWitness } from './system/event-witness.js';
import { Hearth } from './system/hearth.js';
import { holds, table, type Measurement } from './system/measurement.js';

/** Measures events between processes, with outbox and inbox and without, on the PostgreSQL and the Kafka of one Hearth. */
async function measure(progress: (line: string) => void): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench');
  // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
  await chmod(folder.path, 0o755);
  progress('starting Hearth in many processes');
  const hearth = await Hearth.start(`${folder.path}/split`, 'split');
  try {
    progress('starting publishers and handlers');
    const { witness, system: ours } = await startWitness(hearth);
    try {
      const peer = await startEventPeer(witness.database, {
        brokers: await hearth.brokers(),
        secrets: hearth.secrets,
      });
      try {
        const sides = { database: witness.database, ours, plain: peer.system };
        progress('latency');
        const latency = await eventLatency(sides);
        progress('throughput');
        return [...latency, ...(await eventThroughput(sides))];
      } finally {
        await peer.stop();
      }
    } finally {
      await witness.stop();
    }
  } finally {
    await hearth.stop();
    await folder.remove();
  }
}

const json = process.argv.includes('--json');
const measurements = await measure((line) => process.stderr.write(`${line} …\n`));
process.stdout.write(json ? `${JSON.stringify(measurements, null, 2)}\n` : `${table(measurements)}\n`);
process.exitCode = measurements.every(holds) ? 0 : 1;
