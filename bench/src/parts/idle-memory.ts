import { readFile } from 'node:fs/promises';
import type { Measurement } from '../system/measurement.js';
import type { Hearth } from '../system/hearth.js';
import { parentsOfAll, withDescendants } from '../system/process-tree.js';

/**
 * Memory of every process of a Hearth at rest, children and the supervisor included. Proportional set size: what processes share
 * (PostgreSQL's buffers, program text) counts once.
 */
export async function idleMemory(hearth: Hearth, mode: string, atMost: number): Promise<Measurement> {
  const { megabytes, processes } = await memoryOf(hearth);
  return {
    name: `idle memory, ${mode}`,
    unit: 'MB',
    value: megabytes,
    goal: { atMost },
    detail: `${processes} processes`,
  };
}

/** Memory of every process of a Hearth at this moment. */
export async function memoryOf(hearth: Hearth): Promise<{ megabytes: number; processes: number }> {
  const named = await hearth.processes();
  const parents = await parentsOfAll();
  // The supervisor that started them counts too.
  const roots = named.flatMap(({ pid }) => [pid, parents.get(pid) ?? pid]);
  const pids = withDescendants(roots, parents);
  const sizes = await Promise.all([...pids].map(proportionalSize));
  return { megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1024, processes: pids.size };
}

/** Kilobytes; 0 for a process that has ended meanwhile. */
async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}
