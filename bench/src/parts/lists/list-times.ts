import { type ApiClient } from '@hearth/testing';
import { MEMBERS, type Member } from '../../system/seed-sql.js';
import { median } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import { READS } from './list-requests.js';

const ROUNDS = 4;
const WARM_UP = 12;
const REQUESTS = 15;
/** Longest time of a page as a multiple of one project's: of each member, and with a search. */
const GOALS: Readonly<Record<Member | 'search', number>> = { few: 10, many: 30, search: 60 };

interface Times {
  readonly list: number[];
  readonly read: number[];
}

/**
 * Asks for each list as each member, one request after the other, and for one project in turns with it, so that both meet the machine in the same
 * moments. All lists are asked in each round.
 * @param clients of the members
 * @throws for an answer that is no success: a benchmark of refusals says nothing
 */
export async function listTimes(lists: readonly string[], clients: Record<Member, ApiClient>): Promise<Measurement[]> {
  const asked = lists.flatMap((path) => MEMBERS.map((member) => ({ path, member, list: [], read: [] })));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { path, member, ...times } of asked) {
      await takeTurns(clients[member], { list: path, read: READS[member] }, round === 0 ? undefined : times);
    }
  }
  return asked.map(({ path, member, list, read }) => {
    const [page, one] = [median(list), median(read)];
    return {
      name: `${path}, ${member}`,
      unit: 'of one project',
      value: page / one,
      goal: { atMost: GOALS[path.includes('search=') ? 'search' : member] },
      detail: `${page.toFixed(2)} ms against ${one.toFixed(2)} ms`,
    };
  });
}

/** @param times takes the milliseconds from request written to answer read; undefined while everything warms up */
async function takeTurns(client: ApiClient, paths: { list: string; read: string }, times: Times | undefined) {
  for (let request = 0; request < (times ? REQUESTS : WARM_UP); request++) {
    for (const side of ['read', 'list'] as const) {
      const begun = performance.now();
      const answer = await client.get(paths[side]);
      const milliseconds = performance.now() - begun;
      answer.expect(200);
      times?.[side].push(milliseconds);
    }
  }
}
