import { waitFor, type Answer } from '@hearth/testing';

/** Longer than any part of the system is away, however busy the machine is. */
export const PATIENCE_MS = 300_000;
const AGAIN_MS = 250;

/** Ends the waiting: asking again would be answered in the same way. */
class Refused extends Error {}

/**
 * Does something as a client does that gets no answer, or 5xx: looks whether it was done, and asks again if not.
 * @param look answers what was done, undefined while it was not; see `lookedUp`
 * @throws Error when it was refused; when it was acknowledged, and is not there
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
    // Neither an acknowledgement nor a refusal may be followed by nothing: a refusal is right where an earlier request was carried out.
    if (answer) throw new Refused(`${what} was answered with ${answer.status}, and is not there: ${answer.text}`);
    answer = answered(await ask());
    return undefined;
  });
}

/** Waits until something is so, and asks again where there is no answer. @throws Error when the answer is a refusal */
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

/** @throws Error for 5xx, as for no answer at all */
function answered(answer: Answer): Answer {
  if (answer.status < 500) return answer;
  throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 200)}`);
}
