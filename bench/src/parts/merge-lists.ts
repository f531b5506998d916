import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import type { MergeProject } from '../system/merge-project.js';

const WARM_UP = 20;
const ROUNDS = 100;
const LISTS = ['', 'state=opened', 'order_by=updated_at&sort=asc', 'search=topic&state=opened', 'page=5'];

/** Pages of the merge requests of a project that has many, against one that has few, in turns on one connection. */
export async function mergeLists(many: MergeProject, few: MergeProject): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const query of LISTS) {
    const times: { many: number[]; few: number[] } = { many: [], few: [] };
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const [side, project] of [['many', many] as const, ['few', few] as const]) {
        const path = `/projects/${project.id}/merge_requests${query && '?'}${query}`;
        const ms = await timed(async () => void (await project.api.get(path)).expect(200));
        if (round >= WARM_UP) times[side].push(ms);
      }
    }
    const [inMany, inFew] = [median(times.many), median(times.few)];
    measurements.push({
      name: `list of 10 000 merge requests${query && `, ${query}`}, p50`,
      unit: 'times that of 100',
      value: inMany / inFew,
      goal: { atMost: 2 },
      detail: `${inMany.toFixed(1)} ms against ${inFew.toFixed(1)} ms`,
    });
  }
  return measurements;
}
