import { waitFor, type Effect, type Witness } from '@hearth/testing';
import { mistakesOf, type Ledger } from './ledger.js';
import { stepsIn } from './step-writer.js';

const ARRIVAL_MS = 180_000;
/** Number of mistakes shown with a failure that has another reason. */
const SHOWN = 12;

/** The handlers that every step has to reach: two of one event in one service, one in another, and one at the end of a chain of two events. */
export const HANDLERS = [
  ['repository', 'first'],
  ['repository', 'second'],
  ['merge-requests', 'fragile'],
  ['ci', 'third'],
] as const;

/** Waits until all acknowledged steps have had their effect at every handler, and no event is pending. */
export async function waitUntilAllArrived(witness: Witness, ledger: Ledger): Promise<void> {
  const expected = stepsIn(ledger);
  const keys = [...ledger.keys()];
  for (const [service, handler] of HANDLERS) {
    await waitFor(
      `${expected} effects of ${service}/${handler}`,
      async () => {
        const count = await witness.database.count(service, handler, keys);
        if (count < expected) throw new Error(`there are ${count}`);
        return true;
      },
      { timeoutMs: ARRIVAL_MS, intervalMs: 100 },
    );
  }
  for (const service of ['projects', 'repository']) {
    await waitFor(`the outbox of ${service} to be empty`, async () => {
      const waiting = await witness.database.query(`select from ${service}.outbox where published_at is null limit 1`);
      return waiting.length === 0;
    });
  }
}

/** Returns the mistakes in the effects of all handlers, as sentences; keys that are not in the ledger belong to other specs. */
export async function mistakesOfAll(witness: Witness, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const [handler, effects] of await effectsByHandler(witness)) {
    const judged = effects.filter(({ key }) => ledger.has(key));
    found.push(...mistakesOf(judged, ledger).map((mistake) => `${handler}: ${mistake}`));
  }
  return found;
}

/** Does some work; when that fails, adds the mistakes in the effects to its error: they say more than a timeout. */
export async function reportingMistakes(witness: Witness, ledger: Ledger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const mistakes = await mistakesOfAll(witness, ledger);
    const told = [...mistakes.slice(0, SHOWN), ...(mistakes.length > SHOWN ? [`… ${mistakes.length} in all`] : [])];
    throw new Error(`${(error as Error).message}\n${told.join('\n')}`, { cause: error });
  }
}

/** Returns the effects of every handler. */
export async function effectsByHandler(witness: Witness): Promise<Map<string, readonly Effect[]>> {
  const lists = await Promise.all(HANDLERS.map(([service, handler]) => witness.database.effects(service, handler)));
  return new Map(HANDLERS.map(([service, handler], index) => [`${service}/${handler}`, lists[index]!]));
}

/** Returns the steps of one key that a handler has processed, in their order. */
export async function stepsOf(
  witness: Witness,
  [service, handler]: (typeof HANDLERS)[number],
  key: number,
): Promise<number[]> {
  const effects = await witness.database.effects(service, handler);
  return effects.filter((effect) => effect.key === key).map(({ step }) => step);
}
