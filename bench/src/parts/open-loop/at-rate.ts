import { setTimeout as delay } from 'node:timers/promises';

/** An answer: a success, a refusal that says when to retry, or anything else. */
export type Outcome = 'answered' | 'refused' | 'failed';

export interface Sent {
  readonly outcome: Outcome;
  /** Milliseconds since the request was due, not since it was sent: a system that stops is measured while it stops (coordinated omission). */
  readonly ms: number;
}

/**
 * Sends requests at a constant rate, without waiting for answers.
 * @param rate requests a second
 * @param send sends the nth request
 * @returns all answers, in the order in which they were due
 */
export async function atRate(rate: number, seconds: number, send: (n: number) => Promise<Outcome>): Promise<Sent[]> {
  const started = performance.now();
  const count = Math.round(rate * seconds);
  const running: Promise<Sent>[] = [];
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) * rate) / 1_000) + 1);
    while (running.length < due) {
      const dueAt = started + (running.length * 1_000) / rate;
      running.push(send(running.length).then((outcome) => ({ outcome, ms: performance.now() - dueAt })));
    }
    await delay(1);
  }
  return Promise.all(running);
}
