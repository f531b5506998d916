import path from 'node:path';
import { Git } from '@hearth/testing';
import type { Filled, Forge } from '../../forges/forge.js';
import { median, timed } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import type { Side } from './forge-requests.js';

const ROUNDS = 15;
const GIT_ROUNDS = 7;
const GIT_MS = 60_000;

type Work = (forge: Forge, filled: Filled, name: string) => Promise<unknown>;

/** Time of the peer as a multiple of Hearth's, at least. */
const WRITES: Readonly<Record<string, readonly [goal: number, work: Work]>> = {
  'an empty project': [5, (forge, _, name) => forge.createProject(name)],
  'an issue': [5, (forge, { project }, name) => forge.createIssue(project, name)],
  'a note on an issue': [5, (forge, { project, issue }, name) => forge.createNote(project, issue, name)],
};

/** One write after the other, in turns with the peer. */
export async function forgeWrites(ours: Side, theirs: Side): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [what, [goal, work]] of Object.entries(WRITES)) {
    const name = (round: number) => `${what.replaceAll(' ', '-')}-${round}`;
    const times = await inTurns(ours, theirs, ROUNDS, ([forge, filled], round) => work(forge, filled, name(round)));
    measurements.push(ratio(`write: ${what}`, goal, times));
  }
  return measurements;
}

/** Commands of git over HTTP, each in a process of its own, in turns with the peer. @param folder for clones */
export async function forgeGit(ours: Side, theirs: Side, folder: string): Promise<Measurement[]> {
  const clone = ([forge, { project }]: Side, to: string) =>
    new Git(folder).run(['clone', '--quiet', '--bare', project.gitUrl, path.join(folder, `${forge.name}-${to}`)], {
      timeoutMs: GIT_MS,
    });
  for (const side of [ours, theirs]) await clone(side, 'fetched');
  const commands: Readonly<Record<string, readonly [number, (side: Side, round: number) => Promise<unknown>]>> = {
    'ls-remote': [2, ([, { project }]) => new Git(folder).run(['ls-remote', '--quiet', project.gitUrl])],
    'a fetch of nothing new': [2, ([forge]) => new Git(path.join(folder, `${forge.name}-fetched`)).run(['fetch'])],
    'a clone': [1, (side, round) => clone(side, String(round))],
  };
  const measurements: Measurement[] = [];
  for (const [what, [goal, work]] of Object.entries(commands))
    measurements.push(ratio(`git: ${what}`, goal, await inTurns(ours, theirs, GIT_ROUNDS, work)));
  return measurements;
}

type Times = readonly [ours: number[], theirs: number[]];

async function inTurns(
  ours: Side,
  theirs: Side,
  rounds: number,
  work: (side: Side, round: number) => Promise<unknown>,
): Promise<Times> {
  const times: Times = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, side] of [ours, theirs].entries()) {
      const milliseconds = await timed(() => work(side, round));
      // The first round warms up.
      if (round > 0) times[index]!.push(milliseconds);
    }
  }
  return times;
}

function ratio(name: string, atLeast: number, [ours, theirs]: Times): Measurement {
  const [a, b] = [median(ours), median(theirs)];
  return {
    name,
    unit: 'times as fast as Gitea',
    value: b / a,
    goal: { atLeast },
    detail: `${a.toFixed(1)} ms against ${b.toFixed(1)} ms`,
  };
}
