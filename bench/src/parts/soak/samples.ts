import { readdir } from 'node:fs/promises';
import type { Hearth, HearthProcess } from '../../system/hearth.js';
import { parentsOfAll, withDescendants } from '../../system/process-tree.js';
import { isGit, residentSize } from '../../system/memory-watch.js';

/** Totals of a system at one moment. */
export interface Sample {
  /** MB of its service processes. */
  readonly memory: number;
  /** Open files and sockets of those. */
  readonly handles: number;
  /** Connections to PostgreSQL: a process of it serves each. */
  readonly connections: number;
  readonly gits: number;
}

/** Takes a sample of a running system. */
export async function sampleOf(hearth: Hearth): Promise<Sample> {
  const processes = await hearth.processes();
  const parents = await parentsOfAll();
  const services = processes.filter(({ name }) => name !== 'postgres' && name !== 'kafka');
  const below = withDescendants(pidsOf(services), parents);
  const gits = await Promise.all([...below].map(isGit));
  const postgres = pidsOf(processes.filter(({ name }) => name === 'postgres'));
  return {
    memory: sum(await Promise.all(pidsOf(services).map(residentSize))),
    handles: sum(await Promise.all(pidsOf(services).map(handlesOf))),
    connections: withDescendants(postgres, parents).size,
    gits: gits.filter(Boolean).length,
  };
}

/**
 * Growth of a figure by the line of least squares through its values, as a part of their mean. The first third, in which caches fill, does not count.
 * Pure.
 */
export function growthOf(all: readonly number[]): number {
  const values = all.slice(Math.ceil(all.length / 3));
  const [middle, mean] = [(values.length - 1) / 2, sum(values) / values.length];
  const rises = sum(values.map((value, index) => (index - middle) * (value - mean)));
  const widths = sum(values.map((_, index) => (index - middle) ** 2));
  return mean === 0 || widths === 0 ? 0 : ((rises / widths) * (values.length - 1)) / mean;
}

function pidsOf(processes: readonly HearthProcess[]): number[] {
  return processes.map(({ pid }) => pid);
}

async function handlesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
