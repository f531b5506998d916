import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { median, timed } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import { push, type PushedProject, type StorageSide } from '../../system/storage-sides.js';

const FILES = 30;
const FILE_BYTES = 10 * 1024 * 1024;
const CLIENTS = 10;
const LONG_MS = 10 * 60_000;

interface Done {
  readonly kind: 'push' | 'clone';
  readonly ms: number;
  /** git's output when it has failed. */
  readonly failure: string | undefined;
  readonly duringMove: boolean;
}

/** A repository of 300 MB is moved while five clients push and five clone: failed requests, the longest of all, and the pause of writes. */
export async function moveUnderLoad(side: StorageSide): Promise<Measurement[]> {
  const project = await large(side);
  const done: Done[] = [];
  const state = { isMoving: false, hasEnded: false };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(project, index, state, done));
  const enough = () => done.length >= 2 * CLIENTS;
  while (!enough()) await side.client.query('select pg_sleep(0.1)');
  state.isMoving = true;
  const moved = await timed(() => moveToOther(side, project.id));
  state.isMoving = false;
  state.hasEnded = true;
  await Promise.all(clients);
  await side.settle();
  return [...measurements(done, moved), await pauseOfWrites(side, project.id)];
}

/** The time for which writers waited for the change of the storage, as the process that handed the repository over has logged it. */
async function pauseOfWrites({ hearth }: StorageSide, projectId: number): Promise<Measurement> {
  const names = (await readdir(hearth.logs)).filter((name) => name.startsWith('repository-'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(hearth.logs, name), 'utf8')));
  const lines = texts
    .join('\n')
    .split('\n')
    .filter((line) => line.includes('repository handed over'));
  const records = lines.map((line) => JSON.parse(line) as { projectId: number; pauseMs: number });
  const value = records.find((record) => record.projectId === projectId)!.pauseMs;
  const detail = 'from when new pushes wait, for the end of running ones too, until they go on at the destination';
  return { name: 'pause of writes while 300 MB move', unit: 'ms', value, goal: { atMost: 1_000 }, detail };
}

function measurements(done: readonly Done[], movedMs: number): Measurement[] {
  const failures = done.flatMap(({ failure }) => failure ?? []);
  const of = (kind: Done['kind'], duringMove: boolean) =>
    done.filter((each) => each.kind === kind && each.duringMove === duringMove).map(({ ms }) => ms);
  const longest = (kind: Done['kind']): Measurement => ({
    name: `longest ${kind} while 300 MB move`,
    unit: 'ms',
    value: Math.max(0, ...of(kind, true)),
    detail: `median ${median(of(kind, true)).toFixed(0)} of ${of(kind, true).length}; before the move ${median(of(kind, false)).toFixed(0)}, at most ${Math.max(0, ...of(kind, false)).toFixed(0)}`,
  });
  return [
    {
      name: 'failed requests while 300 MB move',
      unit: 'requests',
      value: failures.length,
      goal: { atMost: 0 },
      detail:
        failures[0]?.trim().split('\n').at(-1) ?? `of ${done.length}; the move took ${(movedMs / 1000).toFixed(1)} s`,
    },
    longest('push'),
    longest('clone'),
  ];
}

/** Its first commit has the files, its second one removes them, so that a shallow clone is small. */
async function large(side: StorageSide): Promise<PushedProject> {
  const project = await side.project();
  const { git } = project;
  // Random bytes: to look for deltas and compress them would take the client minutes.
  await git.run(['config', 'core.bigFileThreshold', '1m']);
  await git.run(['config', 'core.compression', '0']);
  await mkdir(path.join(git.folder, 'large'));
  for (let file = 0; file < FILES; file++)
    await writeFile(path.join(git.folder, 'large', `${file}.bin`), randomBytes(FILE_BYTES));
  await git.run(['add', '.']);
  await git.run(['commit', '--quiet', '-m', 'Large'], { timeoutMs: LONG_MS });
  await git.run(['rm', '-r', '--quiet', 'large']);
  await git.run(['commit', '--quiet', '-m', 'Small']);
  await push(project);
  await side.settle();
  return project;
}

async function client(
  { git, url }: PushedProject,
  index: number,
  state: { readonly isMoving: boolean; readonly hasEnded: boolean },
  done: Done[],
): Promise<void> {
  const isPusher = index % 2 === 0;
  const folder = `${git.folder}-client-${index}`;
  const shallow = ['clone', '--quiet', '--depth', '1', url, folder];
  const own = new Git(folder);
  if (isPusher) await new Git(git.folder).run(shallow);
  while (!state.hasEnded) {
    if (isPusher) await own.run(['commit', '--quiet', '--allow-empty', '-m', 'One more']);
    else await rm(folder, { recursive: true, force: true });
    const args = isPusher ? ['push', '--quiet', 'origin', `HEAD:refs/heads/client-${index}`] : shallow;
    let failure: string | undefined;
    const ms = await timed(async () => {
      const { code, stderr } = await (isPusher ? own : git).attempt(args, { timeoutMs: LONG_MS });
      failure = code === 0 ? undefined : `${args[0]}: ${stderr}`;
    });
    done.push({ kind: isPusher ? 'push' : 'clone', ms, failure, duringMove: state.isMoving || state.hasEnded });
  }
}

async function moveToOther({ hearth, client: database }: StorageSide, projectId: number): Promise<void> {
  const { id } = await hearth.create<{ id: number }>(`/projects/${projectId}/repository_storage_moves`, {});
  for (;;) {
    const { rows } = await database.query<{ state: string }>(
      'select state from repository.storage_moves where id = $1',
      [id],
    );
    if (rows[0]!.state === 'finished') return;
    if (rows[0]!.state === 'failed') throw new Error('The move has failed');
    await database.query('select pg_sleep(0.05)');
  }
}
