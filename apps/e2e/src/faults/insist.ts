import { waitFor, type Answer } from '@hearth/testing';

/** Longer than the outage of any part of the system, even on a busy machine. */
export const PATIENCE_MS = 300_000;
/** Twenty clients that ask four times a second would take a processor. */
const AGAIN_MS = 600;

/** Ends the waiting: another attempt would get the same answer. */
class Refused extends Error {}

/**
 * Repeats a write as a client does that gets no answer, or 5xx: looks whether it was done, and sends it again if not.
 * @param look returns the result, undefined while there is none; see `lookedUp`
 * @throws Error when it was refused; when it was acknowledged, but has no effect
 */
export async function insist<T extends object>(
  what: string,
  look: () => Promise<T | undefined>,
  ask: () => Promise<Answer>,
): Promise<T> {
  let answer: Answer | undefined;
  return untilSettled(what, async () => {
    const found = await look();
    if (found !== undefined) return found;
    // After an acknowledgement or a refusal there must be a result: a refusal is correct if an earlier request was carried out.
    if (answer) throw new Refused(`${what} was answered with ${answer.status}, and is not there: ${answer.text}`);
    answer = answered(await ask());
    return undefined;
  });
}

/** Waits for a condition, and repeats a read without an answer. @throws Error when the answer is a refusal */
export function observe<T extends object>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  return untilSettled(what, look);
}

/** Reads a record; undefined for 404. */
export async function lookedUp<T extends object>(asked: Promise<Answer>): Promise<T | undefined> {
  const answer = answered(await asked);
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Refused(`answered ${answer.status}: ${answer.text}`);
  return answer.json<T>();
}

async function untilSettled<T extends object>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const check = async () => {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  };
  const settled: T | Refused = await waitFor(what, check, { timeoutMs: PATIENCE_MS, intervalMs: AGAIN_MS });
  if (settled instanceof Refused) throw new Error(`${what}: ${settled.message}`);
  return settled;
}

/** @throws Error for 5xx, as for a missing answer */
function answered(answer: Answer): Answer {
  if (answer.status < 500) return answer;
  throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 200)}`);
}
