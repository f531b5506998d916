import { FindProjectIdQuery } from '@hearth/projects-contracts';
import { LocateQuery } from '@hearth/repository-contracts';
import type { Calls } from '@hearth/calls';
import { projectReference } from '@hearth/http';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 20_000;
/** Copies come and go: a hint that is in use is renewed when it is older, in milliseconds. */
const FRESH_MS = 60_000;
/** Time for which reads avoid a storage, by the reason, in milliseconds. */
const ASIDE_MS = { away: 10_000, repacking: 10_000, behind: 1_000 } as const;

/** Storages of a repository. */
interface Hint {
  /** The storage that takes its writes. */
  readonly storage: string;
  /** Storages whose copies may answer reads. */
  readonly copies: readonly string[];
  /** Nothing takes its writes. */
  readonly readOnly: boolean;
  readonly since: number;
}

/**
 * Finds the storages of a project. Results are cached as hints only: the called process checks for itself and answers 421 with the right
 * storage when the project has moved, a copy lacks changes, or the name belongs to another project.
 */
export class StorageLocator {
  private readonly hints = new LRUCache<string, Hint>({ max: REMEMBERED });
  /** Until when storages are asked last, and copies by project. */
  private readonly aside = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly renewing = new Set<string>();
  /** Requests of this process that each storage is answering. */
  private readonly running = new Map<string, number>();
  private turn = 0;

  constructor(
    private readonly calls: Calls,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param signal aborts the search when the client disconnects
   * @returns the storage that takes the writes of a project, and whether it is known to be unreachable; undefined for an unknown project: any process may refuse it
   * @throws CallFailed
   */
  locate(
    project: string,
    signal: AbortSignal,
  ): Promise<{ readonly storage: string; readonly readOnly: boolean } | undefined> {
    return this.find(project, signal);
  }

  /**
   * Like {@link locate}, for a read: returns the storages that may answer, those with the fewest running requests first, and each in turn where they are
   * equal. Empty for an unknown project.
   */
  async readers(project: string, signal: AbortSignal): Promise<string[]> {
    const hint = await this.find(project, signal);
    if (!hint) return [];
    const all = [hint.storage, ...hint.copies];
    const first = all.length > 1 ? this.turn++ % all.length : 0;
    const inTurn = [...all.slice(first), ...all.slice(0, first)].sort((a, b) => this.load(a) - this.load(b));
    const isAside = (storage: string) =>
      [storage, `${storage} ${project}`].some((key) => (this.aside.get(key) ?? 0) > this.now());
    return [...inTurn.filter((storage) => !isAside(storage)), ...inTurn.filter(isAside)];
  }

  /** Runs a request to a storage, which counts as its load until the answer has ended. */
  async during<T>(storage: string, request: () => Promise<T>): Promise<T> {
    this.running.set(storage, this.load(storage) + 1);
    try {
      return await request();
    } finally {
      this.running.set(storage, this.load(storage) - 1);
    }
  }

  /** Asks anew whether nothing takes the writes of a project; false without an answer. */
  async isReadOnly(project: string, signal: AbortSignal): Promise<boolean> {
    this.hints.delete(project);
    return (await this.find(project, signal).catch(() => undefined))?.readOnly ?? false;
  }

  /** Stores the storage of a 421 response. */
  correct(project: string, storage: string): void {
    const hint = this.hints.get(project);
    if (hint?.storage === storage) return;
    const copies = (hint?.copies ?? []).filter((copy) => copy !== storage);
    this.hints.set(project, { storage, copies, readOnly: false, since: hint?.since ?? this.now() });
  }

  /** Asks a storage last for a while: its copy lacks changes, it repacks the repository, or there was no answer. */
  setAside(project: string, storage: string, reason: 'behind' | 'repacking' | 'away'): void {
    const key = reason === 'away' ? storage : `${storage} ${project}`;
    this.aside.set(key, this.now() + ASIDE_MS[reason]);
  }

  forget(project: string): void {
    this.hints.delete(project);
  }

  private load(storage: string): number {
    return this.running.get(storage) ?? 0;
  }

  private async find(project: string, signal: AbortSignal): Promise<Hint | undefined> {
    const hint = this.hints.get(project);
    if (!hint) return this.ask(project, signal);
    if (this.now() - hint.since > FRESH_MS) this.renew(project);
    return hint;
  }

  /** Replaces a hint in the background; until then the present one is used. */
  private renew(project: string): void {
    if (this.renewing.has(project)) return;
    this.renewing.add(project);
    const renewed = this.ask(project).catch(() => undefined);
    void renewed.then(() => this.renewing.delete(project));
  }

  private async ask(project: string, signal?: AbortSignal): Promise<Hint | undefined> {
    const options = signal ? { signal } : {};
    const { projectId } = await this.calls.query(FindProjectIdQuery, { project: projectReference(project) }, options);
    if (projectId === null) return undefined;
    const found = await this.calls.query(LocateQuery, { projectId }, options);
    const hint = { ...found, since: this.now() };
    this.hints.set(project, hint);
    return hint;
  }
}
