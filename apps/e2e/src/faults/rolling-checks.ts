import path from 'node:path';
import { waitFor, type ProjectRecord } from '@hearth/testing';
import type { Person } from '../system/people.js';
import { repositoriesOnDisk, repositoryName } from '../system/storage.js';
import { commitsOf, type RollingLoad } from './rolling-load.js';

/** Longest wait for a further effect after the last one. */
const EFFECTS_MS = 30_000;

/** Returns the acknowledged projects and pushes that are not there, as sentences. */
export async function lostWrites(load: RollingLoad, owner: Person): Promise<string[]> {
  const found = await Promise.all(load.made.map((id) => owner.api.get(`/projects/${id}`)));
  const lost = load.made.filter((_, index) => found[index]!.status !== 200).map((id) => `project ${id} is not there`);
  for (const pushed of load.pushed) {
    const [newest] = await owner.api.read<{ id: string }[]>(commitsOf(pushed));
    if (newest?.id !== pushed.commit) lost.push(`project ${pushed.project.id} ends with ${newest?.id}`);
  }
  return lost;
}

/** Waits for the repository of each project; returns the ids of those that have none. */
export function withoutRepository(load: RollingLoad): Promise<number[]> {
  return lastMissing(async () => {
    const names = new Set([...(await repositoriesOnDisk())].map((folder) => path.basename(folder)));
    return load.made.filter((id) => !names.has(repositoryName(id)));
  });
}

/** Waits for the default branch of each project that was pushed to; returns the ids of those that have none. */
export function withoutBranch(load: RollingLoad, owner: Person): Promise<number[]> {
  return lastMissing(async () => {
    const ids = load.pushed.map(({ project }) => project.id);
    const projects = await Promise.all(ids.map((id) => owner.api.read<ProjectRecord>(`/projects/${id}`)));
    return projects.filter((project) => project.default_branch !== 'main').map(({ id }) => id);
  });
}

/** Waits as long as the number of missing effects decreases; returns the last ones. */
export async function lastMissing(missing: () => Promise<number[]>): Promise<number[]> {
  let left = await missing();
  const fewer = async () => (await missing()).length < left.length;
  const lessens = () => waitFor('fewer', fewer, { timeoutMs: EFFECTS_MS, intervalMs: 500 }).catch(() => false);
  while (left.length > 0 && (await lessens())) left = await missing();
  return left;
}
