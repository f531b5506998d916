import path from 'node:path';
import type { Git } from '@hearth/testing';
import type { GitSides } from '../transport/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const ROUNDS = 30;
const AUTHOR = { GIT_AUTHOR_NAME: 'Bench', GIT_AUTHOR_EMAIL: 'bench@example.com' };
const COMMITTER = { GIT_COMMITTER_NAME: 'Bench', GIT_COMMITTER_EMAIL: 'bench@example.com' };

/** A commit of one file through the API, against the plumbing commands that make and publish the same. */
export async function gitWrites(hearth: Hearth, sides: GitSides): Promise<Measurement> {
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await timed(() => byApi(hearth, sides.projectId, round));
    const theirs = await timed(() => byPlumbing(sides.theirs.git, path.join(sides.folder, 'index'), round));
    // The first round warms up and does not count.
    if (round > 0) rounds.push([ours, theirs]);
  }
  const [ours, theirs] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  return {
    name: 'batch commit of one file',
    unit: 'times the plumbing commands',
    value: median(rounds.map(([a, b]) => a / b)),
    goal: { atMost: 3 },
    detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
  };
}

async function byApi(hearth: Hearth, projectId: number, round: number): Promise<void> {
  const actions = [{ action: 'create', file_path: `made/${round}.txt`, content: `${round}\n` }];
  const response = await fetch(`${hearth.url}/api/v4/projects/${projectId}/repository/commits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': hearth.token },
    body: JSON.stringify({ branch: 'main', commit_message: 'One more', actions }),
  });
  if (response.status !== 201) throw new Error(`The commit was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function byPlumbing(git: Git, index: string, round: number): Promise<void> {
  const environment = { ...AUTHOR, ...COMMITTER, GIT_INDEX_FILE: index };
  const run = async (input: string, ...argv: string[]) =>
    (await git.run(argv, { input, environment })).toString('utf8').trim();
  const parent = await run('', 'rev-parse', 'refs/heads/main');
  const blob = await run(`${round}\n`, 'hash-object', '-w', '--stdin');
  await run('', 'read-tree', parent);
  await run('', 'update-index', '--add', '--cacheinfo', `100644,${blob},made/${round}.txt`);
  const tree = await run('', 'write-tree');
  const commit = await run('', 'commit-tree', '-p', parent, '-m', 'One more', tree);
  await run('', 'update-ref', 'refs/heads/main', commit, parent);
}
