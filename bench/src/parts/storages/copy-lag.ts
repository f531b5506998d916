import { quantile } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import { commit, push, type StorageSide } from '../../system/storage-sides.js';

const PUSHES = 60;
const LAG = `select extract(epoch from copies.followed_at - changes.settled_at)::float8 * 1000 as ms
  from repository.repository_copies as copies join repository.ref_changes as changes using (project_id)
  where project_id = $1 and is_standing order by changes.id desc limit 1`;

/** Time from the settlement of a push until the copy has it, by the clock of the database, while nothing else happens. */
export async function copyLag(primary: StorageSide): Promise<Measurement> {
  const project = await primary.project();
  await primary.settle();
  const lags: number[] = [];
  for (let round = 0; round < PUSHES; round++) {
    await commit(project);
    await push(project);
    await primary.settle();
    const { rows } = await primary.client.query<{ ms: number }>(LAG, [project.id]);
    lags.push(rows[0]!.ms);
  }
  return {
    name: 'lag of a copy, p99',
    unit: 'ms',
    value: quantile(lags, 0.99),
    goal: { atMost: 200 },
    detail: `p50 ${quantile(lags, 0.5).toFixed(0)} ms of ${PUSHES} pushes`,
  };
}
