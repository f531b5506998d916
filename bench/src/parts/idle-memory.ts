import { readFile, readdir } from 'node:fs/promises';
import type { Measurement } from '../system/measurement.js';
import type { Hearth } from '../system/hearth.js';

/**
 * Memory of every process of a Hearth at rest, children and the supervisor included. Proportional set size: what processes share
 * (PostgreSQL's buffers, program text) counts once.
 */
export async function idleMemory(hearth: Hearth, mode: string, atMost: number): Promise<Measurement> {
  const named = await hearth.processes();
  const pids = await withDescendants(named.map(({ pid }) => pid));
  const sizes = await Promise.all([...pids].map(proportionalSize));
  return {
    name: `idle memory, ${mode}`,
    unit: 'MB',
    value: sizes.reduce((sum, size) => sum + size, 0) / 1024,
    goal: { atMost },
    detail: `${pids.size} processes`,
  };
}

/** The processes, whoever started them (the supervisor), and everything below. */
async function withDescendants(roots: readonly number[]): Promise<Set<number>> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (stat) parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = new Set(roots);
  for (const root of roots) found.add(parents.get(root) ?? root);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, parent] of parents) {
      if (found.has(parent) && !found.has(pid) && parent > 1) grown = Boolean(found.add(pid));
    }
  }
  return found;
}

/** Kilobytes; 0 for a process that has ended meanwhile. */
async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}
