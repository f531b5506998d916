import { setTimeout as delay } from 'node:timers/promises';
import { MixedLoad } from './parts/soak/mixed-load.js';
import { growthOf, sampleOf, type Sample } from './parts/soak/samples.js';
import { Benchmark } from './system/benchmark.js';
import type { Measurement } from './system/measurement.js';

const USERS = 4;
const EVERY_MS = 60_000;
const MOST_GROWTH = 0.1;
const FIGURES = { memory: 'MB', handles: 'files', connections: 'connections', gits: 'gits' } as const;

// Steady mixed work for an hour, or --minutes: memory, open files, connections and gits do not grow.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('single');
  const users = Array.from({ length: USERS }, (_, index) => `soaked-${index}`);
  const loads = await Promise.all(users.map((name) => MixedLoad.start(hearth, benchmark.folder, name)));
  const samples: Sample[] = [];
  for (let minute = 0; minute < benchmark.minutes; minute += 1) {
    await delay(EVERY_MS);
    samples.push(await sampleOf(hearth));
    benchmark.progress(`${minute + 1} of ${benchmark.minutes} minutes: ${JSON.stringify(samples.at(-1))}`);
  }
  const ended = await Promise.all(loads.map((load) => load.stop()));
  const failures = ended.reduce((sum, each) => sum + each.failures, 0);
  const rounds = ended.reduce((sum, each) => sum + each.done, 0);
  return [
    ...Object.entries(FIGURES).map(([name, unit]) => growth(name as keyof typeof FIGURES, unit, samples)),
    { name: 'failed rounds', unit: '', value: failures, goal: { atMost: 0 }, detail: `of ${rounds}` },
  ];
});

function growth(figure: keyof typeof FIGURES, unit: string, samples: readonly Sample[]): Measurement {
  const values = samples.map((sample) => Math.round(sample[figure]));
  const detail = `${values.join(' ')} ${unit}`;
  return {
    name: `growth of ${figure}`,
    unit: 'of the mean',
    value: growthOf(values),
    goal: { atMost: MOST_GROWTH },
    detail,
  };
}
