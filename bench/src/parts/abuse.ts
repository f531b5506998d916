import { setTimeout as delay } from 'node:timers/promises';
import { makeRepository } from '@hearth/testing';
import { attacks } from '../attacks/all.js';
import type { Tally, Target } from '../attacks/attack.js';
import { Attacker } from '../system/attacker.js';
import { bystanderTimes } from '../system/bystander.js';
import type { Hearth } from '../system/hearth.js';
import { quantile } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { MemoryWatch } from '../system/memory-watch.js';

const WARM_UP_SECONDS = 8;
const SECONDS = 12;
/** Between attacks, so that one does not count for the next. */
const REST_MS = 3_000;
const AT_MOST_TIMES = 5;
const AT_MOST_MB = 300;
/** Bound of the p99 during an attack, whatever it is without one, in milliseconds. */
const AT_MOST_MS = 250;
/** Attacks that may take all of the processor that others leave. */
const ON_THE_PROCESSOR = new Set(['configurations of pipelines']);
const PASSWORD = 'correct horse battery';

/**
 * Runs every attack, one after the other, each beside another user's `GET /user`, which is measured before each of them too.
 * @param mode as it stands in the names of the measurements
 * @param only beginning of the names of the attacks to run
 */
export async function abuse(
  hearth: Hearth,
  mode: string,
  only: string,
  progress: (line: string) => void,
): Promise<Measurement[]> {
  const { target, bystander } = await prepare(hearth);
  const measure = (seconds: number) => bystanderTimes(hearth.url, bystander, seconds);
  await measure(WARM_UP_SECONDS);
  const memory = await MemoryWatch.start(await hearth.processes());
  const quiet: number[] = [];
  const attacked: { name: string; times: number[]; tally: Tally }[] = [];
  try {
    for (const name of Object.keys(attacks).filter((each) => each.startsWith(only))) {
      progress(`${mode}: ${name}`);
      memory.during = name;
      quiet.push(...(await measure(SECONDS)));
      const attacker = await Attacker.start(name, target);
      const times = await measure(SECONDS);
      attacked.push({ name, times, tally: await attacker.stop() });
      await delay(REST_MS);
    }
  } finally {
    memory.stop();
  }
  return [
    ...attacked.map((each) => ({ ...measured(each, quiet), name: `GET /user, ${mode}: ${each.name}` })),
    ...grown(memory, mode),
  ];
}

async function prepare(hearth: Hearth): Promise<{ target: Target; bystander: string }> {
  const person = (username: string) =>
    hearth.create('/users', { username, name: username, email: `${username}@example.com`, password: PASSWORD });
  await person('bystander');
  await person('attacker');
  const [bystander, token, narrowToken] = [
    await hearth.tokenOf('bystander'),
    await hearth.tokenOf('attacker'),
    await hearth.tokenOf('attacker', 'read_user'),
  ];
  const project = await hearth.create<{ id: number; http_url_to_repo: string }>(
    '/projects',
    { name: 'target', visibility: 'public' },
    token,
  );
  await pushHistory(project.http_url_to_repo.replace('://', `://oauth2:${token}@`));
  const gitPath = new URL(project.http_url_to_repo).pathname;
  const { url } = hearth;
  return { target: { url, projectId: project.id, gitPath, username: 'attacker', token, narrowToken }, bystander };
}

async function pushHistory(remote: string): Promise<void> {
  const sample = await makeRepository('abuse');
  try {
    await sample.git.run(['push', '--quiet', remote, sample.defaultBranch]);
  } finally {
    await sample.remove();
  }
}

function measured(
  { name, times, tally }: { name: string; times: number[]; tally: Tally },
  quiet: number[],
): Omit<Measurement, 'name'> {
  const [during, before] = [quantile(times, 0.99), quantile(quiet, 0.99)];
  const answers = Object.entries(tally).map(([what, times]) => `${times} × ${what}`);
  const figure = ON_THE_PROCESSOR.has(name)
    ? { unit: 'ms', value: during, goal: { atMost: AT_MOST_MS } }
    : { unit: 'of the p99 without', value: during / before, goal: { atMost: AT_MOST_TIMES } };
  return {
    ...figure,
    detail: `${during.toFixed(1)} ms against ${before.toFixed(1)} ms; attackers got ${answers.join(', ') || 'no answer'}`,
  };
}

function grown(memory: MemoryWatch, mode: string): Measurement[] {
  const { most, largest } = memory.ofGit;
  const measurement = (name: string, value: number, detail: string) => {
    return { name: `growth, ${mode}: ${name}`, unit: 'MB', value, goal: { atMost: AT_MOST_MB }, detail };
  };
  return [
    ...memory.growth.map(({ name, before, growth, during }) =>
      measurement(name, growth, `${before.toFixed(0)} MB before; largest at: ${during || 'rest'}`),
    ),
    measurement('a git', largest, `the largest one; ${most} at once at most`),
  ];
}
