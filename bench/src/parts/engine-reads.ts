import type { Git } from '@hearth/testing';
import type { Hearth } from '../system/hearth.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

/** Times that each is asked for, always of other objects: nothing is answered from what was kept. */
const TIMES = 100;
/** At once, for the reads of many callers. */
const CALLERS = 16;
const PICKS = 20;
const PUSH_MS = 30 * 60_000;

interface Side {
  readonly hearth: Hearth;
  /** The project's part of a URL. */
  readonly project: string;
}

/** Requests that read or merge what was never asked for, to both sides in alternation. */
export async function engineReads(source: Git, git: Hearth, libgit2: Hearth): Promise<Measurement[]> {
  const sides = [await sideOf(source, git), await sideOf(source, libgit2)] as const;
  const commits = await source.lines('rev-list', `--max-count=${4 * TIMES}`, 'main');
  const picked = (await source.lines('rev-list', '--reverse', 'topic-30..topic-20')).slice(0, PICKS);
  const part = (from: number) => commits.slice(from * TIMES, (from + 1) * TIMES);
  const tree = (sha: string) => read(`tree?ref=${sha}&path=src/part-1`);
  const deep = (sha: string) => read(`tree?ref=${sha}&recursive=true&per_page=20`);
  return [
    await compare('tree of a commit', sides, part(0), tree, 1),
    await compare(`trees of commits, ${CALLERS} callers`, sides, part(1), tree, CALLERS),
    await compare('all files of a commit (1 000 in 41 trees)', sides, part(2), deep, 1),
    await compare('cherry-pick', sides, picked, pick, 1),
  ];
}

type Request = (sha: string) => (side: Side) => Promise<void>;

async function sideOf(source: Git, hearth: Hearth): Promise<Side> {
  const { id, http_url_to_repo: url } = await hearth.createProject('engines');
  const remote = url.replace('http://', `http://root:${hearth.token}@`);
  await source.run(['push', '--quiet', remote, '--all'], { timeoutMs: PUSH_MS });
  return { hearth, project: `/api/v4/projects/${id}/repository` };
}

/** Milliseconds for each request, the median on either side. */
async function compare(
  name: string,
  sides: readonly [Side, Side],
  shas: readonly string[],
  request: Request,
  atOnce: number,
): Promise<Measurement> {
  const times: [number[], number[]] = [[], []];
  for (let from = 0; from < shas.length; from += atOnce) {
    for (const [index, side] of sides.entries()) {
      const started = performance.now();
      await Promise.all(shas.slice(from, from + atOnce).map((sha) => request(sha)(side)));
      times[index]!.push((performance.now() - started) / Math.min(atOnce, shas.length - from));
    }
  }
  const [ours, theirs] = [median(times[0]), median(times[1])];
  const detail = `${theirs.toFixed(1)} ms with libgit2, ${ours.toFixed(1)} ms with git`;
  return { name, unit: 'times what it takes with git', value: theirs / ours, detail };
}

function read(rest: string): (side: Side) => Promise<void> {
  return async ({ hearth, project }) => {
    const response = await fetch(`${hearth.url}${project}/${rest}`, { headers: { 'private-token': hearth.token } });
    await requireStatus(response, 200);
  };
}

function pick(sha: string): (side: Side) => Promise<void> {
  return async ({ hearth, project }) => {
    const response = await fetch(`${hearth.url}${project}/commits/${sha}/cherry_pick`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': hearth.token },
      body: JSON.stringify({ branch: 'topic-30' }),
    });
    await requireStatus(response, 201);
  };
}

async function requireStatus(response: Response, status: number): Promise<void> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status}: ${text}`);
}
