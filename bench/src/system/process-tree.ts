import { readFile, readdir } from 'node:fs/promises';

/** Returns the parent of every process of this machine, by process id. */
export async function parentsOfAll(): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (stat) parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  return parents;
}

/** Returns some processes and everything below them. */
export function withDescendants(roots: Iterable<number>, parents: ReadonlyMap<number, number>): Set<number> {
  const found = new Set(roots);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, parent] of parents) {
      if (found.has(parent) && !found.has(pid) && parent > 1) grown = Boolean(found.add(pid));
    }
  }
  return found;
}
