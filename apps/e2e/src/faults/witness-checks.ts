import { waitFor, type Effect, type Witness } from '@hearth/testing';
import { mistakesOf, type Ledger } from './ledger.js';
import { stepsIn } from './step-writer.js';

const ARRIVAL_MS = 180_000;
/** How many mistakes are told of a failure that has another reason. */
const TOLD = 12;

/**
 * The handlers that every step has to reach: two of one event in one service, one in another, and one at the end of a chain of two
 * events.
 */
export const HANDLERS = [
  ['repository', 'first'],
  ['repository', 'second'],
  ['merge-requests', 'fragile'],
  ['ci', 'third'],
] as const;

/** Waits until all that was acknowledged has had its effect at every handler, and nothing is on its way any more. */
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

/** What is wrong with the effects of all handlers, as sentences; keys that are not in the ledger are somebody else's. */
export async function mistakesOfAll(witness: Witness, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const [handler, effects] of await effectsByHandler(witness)) {
    const judged = effects.filter(({ key }) => ledger.has(key));
    found.push(...mistakesOf(judged, ledger).map((mistake) => `${handler}: ${mistake}`));
  }
  return found;
}

/** Does some work; when that fails, its error tells what is wrong with the effects too: that is more than what was waited for in vain. */
export async function tellingMistakes(witness: Witness, ledger: Ledger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const mistakes = await mistakesOfAll(witness, ledger);
    const told = [...mistakes.slice(0, TOLD), ...(mistakes.length > TOLD ? [`… ${mistakes.length} in all`] : [])];
    throw new Error(`${(error as Error).message}\n${told.join('\n')}`, { cause: error });
  }
}

/** The effects of every handler. */
export async function effectsByHandler(witness: Witness): Promise<Map<string, readonly Effect[]>> {
  const lists = await Promise.all(HANDLERS.map(([service, handler]) => witness.database.effects(service, handler)));
  return new Map(HANDLERS.map(([service, handler], index) => [`${service}/${handler}`, lists[index]!]));
}

/** The steps of one key that a handler has had, in their order. */
export async function stepsOf(
  witness: Witness,
  [service, handler]: (typeof HANDLERS)[number],
  key: number,
): Promise<number[]> {
  const effects = await witness.database.effects(service, handler);
  return effects.filter((effect) => effect.key === key).map(({ step }) => step);
}
