import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FastImportStream, Git, Random, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { Measurement } from '../system/measurement.js';
import { startPeer } from '../system/child.js';
import type { Hearth } from '../system/hearth.js';
import { median } from '../system/load.js';

const COMMITS = 5_000;
const FILES = 400;
const CLONE_ROUNDS = 7;
const PUSH_ROUNDS = 15;

interface Side {
  url: string;
  /** A work repository whose `main` goes on with every push. */
  git: Git;
}

/** Clone of 5 000 commits and a one-commit push, against `git http-backend` behind a small CGI host, in turns. */
export async function gitTransport(hearth: Hearth): Promise<Measurement[]> {
  const folder = await makeTemporaryFolder('bench-git');
  const peerRoot = path.join(folder.path, 'peer');
  await mkdir(peerRoot);
  const peer = await startPeer('git-http-backend', { PEER_ROOT: peerRoot });
  try {
    const source = await makeHistory(folder);
    const ours = await push(source, folder, 'ours', await hearthUrl(hearth));
    const bare = new Git(peerRoot);
    await bare.run(['init', '--quiet', '--bare', 'history.git']);
    // The same settings on both sides (checks of objects, reflogs, packs kept as they come): what is compared is the way there.
    const settings = await hearth.repositorySettings();
    await writeFile(path.join(peerRoot, 'history.git/config'), `${settings}[http]\n\treceivepack = true\n`);
    const theirs = await push(source, folder, 'theirs', `${peer.url}/history.git`);
    return [await compareClones(folder, ours, theirs), await comparePushes(ours, theirs)];
  } finally {
    await peer.stop();
    await folder.remove();
  }
}

async function hearthUrl(hearth: Hearth): Promise<string> {
  const { http_url_to_repo: url } = await hearth.createProject('transport');
  return url.replace('http://', `http://root:${hearth.token}@`);
}

/** A history of 5 000 commits that each change a file or two among a few hundred. */
async function makeHistory(folder: TemporaryFolder): Promise<Git> {
  const random = new Random('history');
  const stream = new FastImportStream();
  const person = (index: number) => ({
    name: 'Bench',
    email: 'bench@example.com',
    seconds: 1_500_000_000 + index * 60,
    offset: '+0000',
  });
  let parent: number | undefined;
  for (let index = 0; index < COMMITS; index++) {
    const file = random.between(0, FILES - 1);
    const lines = Array.from(
      { length: random.between(20, 80) },
      () => `${random.between(0, 1e9)} ${random.between(0, 1e9)}`,
    );
    const content = stream.blob(`${lines.join('\n')}\n`);
    parent = stream.commit({
      ref: 'refs/heads/main',
      author: person(index),
      committer: person(index),
      message: `Change ${index}\n`,
      parents: parent === undefined ? [] : [parent],
      changes: [{ kind: 'put', path: `src/part-${file % 20}/file-${file}.txt`, mode: '100644', content }],
    });
  }
  const git = new Git(path.join(folder.path, 'source'));
  await mkdir(git.folder);
  await git.run(['init', '--quiet', '--bare', '--initial-branch=main']);
  await git.run(['fast-import', '--quiet'], { input: stream.toBuffer() });
  await git.run(['repack', '-adfq', '--depth=50', '--window=50'], { timeoutMs: 120_000 });
  return git;
}

async function push(source: Git, folder: TemporaryFolder, name: string, url: string): Promise<Side> {
  const git = new Git(path.join(folder.path, name));
  await new Git(folder.path).run(['clone', '--quiet', '--bare', source.folder, git.folder]);
  await git.run(['push', '--quiet', url, 'main'], { timeoutMs: 120_000 });
  return { url, git };
}

async function compareClones(folder: TemporaryFolder, ours: Side, theirs: Side): Promise<Measurement> {
  const target = path.join(folder.path, 'clone');
  const clone = async ({ url }: Side) => {
    const seconds = await timed(() => new Git(folder.path).run(['clone', '--quiet', '--bare', url, target]));
    await rm(target, { recursive: true });
    return seconds;
  };
  const rounds = await inTurns(
    CLONE_ROUNDS,
    () => clone(ours),
    () => clone(theirs),
  );
  return {
    name: `clone of ${COMMITS} commits over HTTP`,
    unit: "of git http-backend's speed",
    value: median(rounds.map(([a, b]) => b / a)),
    goal: { atLeast: 0.9 },
    detail: seconds(rounds),
  };
}

async function comparePushes(ours: Side, theirs: Side): Promise<Measurement> {
  const pushOne = async ({ url, git }: Side) => {
    const tree = await git.text('rev-parse', 'main^{tree}');
    const commit = await git.text('commit-tree', '-p', 'main', '-m', 'One more', tree);
    await git.run(['update-ref', 'refs/heads/main', commit]);
    return timed(() => git.run(['push', '--quiet', url, 'main']));
  };
  const rounds = await inTurns(
    PUSH_ROUNDS,
    () => pushOne(ours),
    () => pushOne(theirs),
  );
  return {
    name: 'push of one commit over HTTP',
    unit: "times git http-backend's time",
    value: median(rounds.map(([a, b]) => a / b)),
    goal: { atMost: 1.3 },
    detail: seconds(rounds),
  };
}

/** Both sides one after the other, again and again, so that a drifting machine hits both; the first round warms up and does not count. */
async function inTurns(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<[number, number][]> {
  const results: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) results.push([await a(), await b()]);
  return results.slice(1);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function seconds(rounds: readonly [number, number][]): string {
  const [a, b] = [median(rounds.map(([ours]) => ours)), median(rounds.map(([, theirs]) => theirs))];
  return `${(a * 1000).toFixed(0)} ms against ${(b * 1000).toFixed(0)} ms`;
}
