import { readFile } from 'node:fs/promises';
import type { HearthProcess } from './hearth.js';
import { parentsOfAll, withDescendants } from './process-tree.js';

const EVERY_MS = 200;

/** Watches the resident memory of processes and of the gits that they start, in MB. */
export class MemoryWatch {
  private readonly before = new Map<string, number>();
  private readonly largest = new Map<string, { size: number; during: string }>();
  private gits = { most: 0, largest: 0 };
  private watching: NodeJS.Timeout | undefined;
  private current = '';

  private constructor(private readonly processes: readonly HearthProcess[]) {}

  static async start(processes: readonly HearthProcess[]): Promise<MemoryWatch> {
    const watch = new MemoryWatch(processes);
    for (const { name, pid } of processes) watch.before.set(name, await residentSize(pid));
    await watch.look();
    return watch;
  }

  /** Name of the work from now on, for `growth`. */
  set during(what: string) {
    this.current = what;
  }

  /** Largest growth of each process since the beginning, and the work during which it happened. */
  get growth(): { name: string; before: number; growth: number; during: string }[] {
    return [...this.before].map(([name, before]) => {
      const { size, during } = this.largest.get(name)!;
      return { name, before, growth: size - before, during };
    });
  }

  /** Largest number of gits that ran at once, and the largest size of one. */
  get ofGit(): { readonly most: number; readonly largest: number } {
    return this.gits;
  }

  stop(): void {
    clearTimeout(this.watching);
  }

  private async look(): Promise<void> {
    for (const { name, pid } of this.processes) this.note(name, await residentSize(pid));
    const below = withDescendants(
      this.processes.map(({ pid }) => pid),
      await parentsOfAll(),
    );
    const sizes = await Promise.all([...below].map(gitSize));
    const gits = sizes.filter((size) => size !== undefined);
    this.gits = { most: Math.max(this.gits.most, gits.length), largest: Math.max(this.gits.largest, ...gits) };
    this.watching = setTimeout(() => void this.look(), EVERY_MS);
  }

  private note(name: string, size: number): void {
    if (size > (this.largest.get(name)?.size ?? -1)) this.largest.set(name, { size, during: this.current });
  }
}

/** Resident memory of a process, in MB; 0 for one that has ended. */
export async function residentSize(pid: number): Promise<number> {
  return sizeIn(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''), 'VmRSS');
}

/** Whether a process is a git. */
export async function isGit(pid: number): Promise<boolean> {
  return (await gitSize(pid)) !== undefined;
}

/** The largest size that a git has had; undefined for other programs. */
async function gitSize(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^Name:\s+git/m.test(status) ? sizeIn(status, 'VmHWM') : undefined;
}

function sizeIn(status: string, what: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}
