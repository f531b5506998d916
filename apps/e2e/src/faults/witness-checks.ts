import { waitFor, type Effect, type Witness } from '@hearth/testing';
import { mistakesOf, type Ledger } from './ledger.js';
import { stepsIn } from './step-writer.js';

const ARRIVAL_MS = 90_000;

/** The handlers that every step has to reach: two of one event, and one at the end of a chain of two events. */
export const HANDLERS = [
  ['repository', 'first'],
  ['repository', 'second'],
  ['ci', 'third'],
] as const;

/** Waits until all that was acknowledged has had its effect at every handler, and nothing is on its way any more. */
export async function waitUntilAllArrived(witness: Witness, ledger: Ledger): Promise<void> {
  const expected = stepsIn(ledger);
  for (const [service, handler] of HANDLERS) {
    await waitFor(
      `${expected} effects of ${service}/${handler}`,
      async () => {
        const count = await witness.database.count(service, handler);
        if (count < expected) throw new Error(`there are ${count}`);
        return true;
      },
      { timeoutMs: ARRIVAL_MS, intervalMs: 100 },
    );
  }
  for (const service of ['projects', 'repository', 'ci']) {
    await waitFor(`the outbox of ${service} to be empty`, async () => {
      const waiting = await witness.database.query(`select from ${service}.outbox where published_at is null limit 1`);
      return waiting.length === 0;
    });
  }
}

/** What is wrong with the effects of all handlers, as sentences. */
export async function mistakesOfAll(witness: Witness, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const [service, handler] of HANDLERS) {
    const effects = await witness.database.effects(service, handler);
    found.push(...mistakesOf(effects, ledger).map((mistake) => `${service}/${handler}: ${mistake}`));
  }
  return found;
}

/** The effects of every handler. */
export async function effectsByHandler(witness: Witness): Promise<Map<string, readonly Effect[]>> {
  const lists = await Promise.all(HANDLERS.map(([service, handler]) => witness.database.effects(service, handler)));
  return new Map(HANDLERS.map(([service, handler], index) => [`${service}/${handler}`, lists[index]!]));
}
