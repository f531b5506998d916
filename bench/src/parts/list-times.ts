import { type ApiClient } from '@hearth/testing';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { MEMBERS, type Member } from '../system/list-seed.js';
import type { Request } from './list-requests.js';

const ROUNDS = 4;
const WARM_UP = 12;
const REQUESTS = 25;
/** How much slower a request may be where there is a hundred times as much. */
const GOAL = 1.5;

/** What is asked, and by whom. */
export interface Question {
  readonly name: string;
  readonly path: string;
  readonly member: Member;
}

/** Milliseconds from request written to answer read, the middle of all, for each question. */
export type Times = ReadonlyMap<Question, number>;

/** Every request as both members. */
export function questions(requests: readonly Request[]): Question[] {
  return requests.flatMap(([name, path]) =>
    MEMBERS.map((member) => ({ name, path: typeof path === 'string' ? path : path[member], member })),
  );
}

/**
 * Asks every question many times, one request after the other, in rounds, so that no moment of the machine counts for one question only.
 * @param clients of the members
 * @throws for an answer that is no success: a benchmark of refusals says nothing
 */
export async function timesOf(asked: readonly Question[], clients: Record<Member, ApiClient>): Promise<Times> {
  const times = new Map<Question, number[]>(asked.map((question) => [question, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const question of asked) {
      const { path, member } = question;
      for (let request = 0; request < (round === 0 ? WARM_UP : REQUESTS); request++) {
        const begun = performance.now();
        const answer = await clients[member].get(path);
        const milliseconds = performance.now() - begun;
        answer.expect(200);
        if (round > 0) times.get(question)!.push(milliseconds);
      }
    }
  }
  return new Map([...times].map(([question, all]) => [question, median(all)]));
}

/** The times of the large instance beside those of the small one. */
export function compare(asked: readonly Question[], small: Times, large: Times): Measurement[] {
  return asked.map((question) => {
    const [before, after] = [small.get(question)!, large.get(question)!];
    return {
      name: `${question.name}, ${question.member}`,
      unit: 'of the time',
      value: after / before,
      goal: { atMost: GOAL },
      detail: `${after.toFixed(2)} ms against ${before.toFixed(2)} ms`,
    };
  });
}
