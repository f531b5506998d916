import path from 'node:path';
import { Random, Witness, type WitnessService } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';

const seed = setting('HEARTH_E2E_SEED');
/** Far more than any spec takes; each of its waits has a deadline of its own. */
const LIMIT_MS = Number(setting('HEARTH_TEST_LIMIT_MINUTES')) * 60_000;

// The runner has no timeouts, and a suite that kills processes must end in any case.
setTimeout(() => {
  report(`not finished after ${LIMIT_MS / 60_000} minutes`);
  process.exit(1);
}, LIMIT_MS).unref();

const startedAt = performance.now();

/** Prints a line while the suite runs, with the time since it began. */
export function report(line: string): void {
  process.stderr.write(`  ${seconds(performance.now() - startedAt).padStart(8)}  ${line}\n`);
}

/** Returns random choices for one purpose, the same for the same seed. */
export function randomFor(purpose: string): Random {
  return new Random(`${seed} ${purpose}`);
}

/** Starts a witness beside the system, on its PostgreSQL and its Kafka. */
export async function startWitness(processes: readonly WitnessService[]): Promise<Witness> {
  report(`starting a witness of ${processes.length} processes`);
  return Witness.start({
    databaseUrl: setting('HEARTH_E2E_DATABASE_URL'),
    brokers: setting('HEARTH_E2E_BROKERS'),
    secrets: path.join(hearth.data, 'secrets'),
    logs: path.join(hearth.data, 'logs'),
    processes,
  });
}

/** Formats milliseconds as seconds with one digit. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
