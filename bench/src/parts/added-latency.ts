import type { Measurement } from '../system/measurement.js';
import type { Hearth } from '../system/hearth.js';
import { load, median } from '../system/load.js';

const ROUNDS = 5;

/** Measures the latency that the gateway and the second process add to GET /projects/:id: medians at one connection, in turns. */
export async function addedLatency(single: Hearth, split: Hearth): Promise<Measurement> {
  const targets = await Promise.all(
    [single, split].map(async (hearth) => {
      const { id } = await hearth.createProject('latency');
      return { url: `${hearth.url}/api/v4/projects/${id}`, headers: { 'private-token': hearth.token }, connections: 1 };
    }),
  );
  for (const target of targets) await load({ ...target, connections: 16, seconds: 8 });
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, many] = [await load({ ...targets[0]!, seconds: 3 }), await load({ ...targets[1]!, seconds: 3 })];
    rounds.push([one.p50, many.p50]);
  }
  const p50 = (side: 0 | 1) => median(rounds.map((round) => round[side]));
  return {
    name: 'latency added by gateway and second process',
    unit: 'ms p50',
    value: median(rounds.map(([one, many]) => many - one)),
    goal: { atMost: 0.8 },
    detail: `${p50(1).toFixed(2)} ms against ${p50(0).toFixed(2)} ms`,
  };
}
