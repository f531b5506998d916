import path from 'node:path';
import { ApiClient, waitFor, type Git } from '@hearth/testing';
import { makeHistory, type HistorySize } from '../transport/git-history.js';
import type { Hearth } from '../system/hearth.js';
import { median, timed } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const ROUNDS = 10;
const PUSH_MS = 20 * 60_000;
/** Few commits of much: what a fork copies is files of objects and refs. */
const SIZES: Readonly<Record<'small' | 'large', HistorySize>> = {
  small: { commits: 400, bytes: 1_500 },
  large: { commits: 3_000, bytes: 100_000 },
};

/** A fork from request to finished, of a repository of 300 MB and of a small one with as many refs, in turns. */
export async function forkTimes(hearth: Hearth, folder: string): Promise<Measurement> {
  const sources = {
    small: await sourceOf(hearth, folder, 'small'),
    large: await sourceOf(hearth, folder, 'large'),
  };
  await hearth.create('/users', {
    ...{ username: 'forker', name: 'Forker', email: 'forker@example.com' },
    ...{ password: 'benchmark-of-forks', skip_confirmation: true },
  });
  const api = new ApiClient(hearth.url, await hearth.tokenOf('forker'));
  const times: Record<keyof typeof sources, number[]> = { small: [], large: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const size of ['small', 'large'] as const) {
      const ms = await timed(() => fork(api, sources[size].id, `${size}-${round}`));
      // The first round warms up and does not count.
      if (round > 0) times[size].push(ms);
    }
  }
  const [large, small] = [median(times.large), median(times.small)];
  const bytes = await sizeOf(sources.large.git);
  return {
    name: `fork of ${(bytes / 1e6).toFixed(0)} MB, request until finished`,
    unit: 'times that of a small repository',
    value: large / small,
    goal: { atMost: 1.5 },
    detail: `${large.toFixed(0)} ms against ${small.toFixed(0)} ms`,
  };
}

async function sourceOf(hearth: Hearth, folder: string, size: keyof typeof SIZES): Promise<{ id: number; git: Git }> {
  const git = await makeHistory(path.join(folder, size), SIZES[size]);
  const asked = { name: `source-${size}`, visibility: 'public' };
  const made = await hearth.create<{ id: number; http_url_to_repo: string }>('/projects', asked);
  const url = made.http_url_to_repo.replace('http://', `http://root:${hearth.token}@`);
  await git.run(['push', '--quiet', url, '--all'], { timeoutMs: PUSH_MS });
  return { id: made.id, git };
}

async function fork(api: ApiClient, source: number, name: string): Promise<void> {
  const asked = await api.post(`/projects/${source}/fork`, { name, path: name });
  const { id } = asked.expect(201).json<{ id: number }>();
  const isFinished = async () => {
    const { import_status: status } = await api.read<{ import_status: string }>(`/projects/${id}`);
    return status === 'finished';
  };
  await waitFor('the fork', isFinished, { timeoutMs: 120_000, intervalMs: 2 });
}

/** Bytes of all packs. */
async function sizeOf(git: Git): Promise<number> {
  const lines = await git.lines('count-objects', '-v');
  const kibibytes = lines.find((line) => line.startsWith('size-pack:'))!.split(' ')[1];
  return Number(kibibytes) * 1024;
}
