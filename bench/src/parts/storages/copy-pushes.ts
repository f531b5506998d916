import { median, timed } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import { commit, push, type StorageSide } from '../../system/storage-sides.js';

const ROUNDS = 30;

/** A push that a copy has before it is answered, against one that is answered before. */
export async function copyPushes(primary: StorageSide, copy: StorageSide): Promise<Measurement> {
  const sides = [await copy.project(), await primary.project()] as const;
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const times: number[] = [];
    for (const [index, project] of sides.entries()) {
      await commit(project);
      // The copy of the push before follows beside it otherwise.
      await [copy, primary][index]!.settle();
      times.push(await timed(() => push(project)));
    }
    // The first round warms up and does not count.
    if (round > 0) rounds.push(times as [number, number]);
  }
  const [ours, theirs] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  return {
    name: 'push with HEARTH_ACKNOWLEDGE=copy',
    unit: "times that of 'primary'",
    value: median(rounds.map(([a, b]) => a / b)),
    goal: { atMost: 1.6 },
    detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
  };
}
