import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { RepositoryPath } from '../refs/paths.js';
import { ifMissing } from './exists.js';

/** Folders in which a killed git leaves files, with their names. `deep` includes all levels below. */
const PLACES: readonly { folder: string; names: RegExp; deep?: boolean }[] = [
  { folder: '.', names: /^(HEAD|config|packed-refs)\.lock$/ },
  { folder: 'refs', names: /\.lock$/, deep: true },
  { folder: 'objects', names: /^tmp_objdir-/ },
  { folder: 'objects/pack', names: /^tmp_|^\.tmp-/ },
  { folder: 'objects/info', names: /^commit-graph\.lock$/ },
  { folder: 'objects/info/commit-graphs', names: /\.lock$|^tmp_graph_/ },
];

/** Removes files of gits that were killed: locks, which would block their refs forever, and the objects of unfinished pushes. */
export class StaleFiles {
  // By size: lru-cache takes the memory of the `max` entries, 1 MB, at once.
  readonly #swept = new LRUCache<RepositoryPath, Promise<void>>({ maxSize: 50_000, sizeCalculation: () => 1 });

  /** `before`: a moment before any running git process started, such as the start of this process. */
  constructor(private readonly before: Date) {}

  /** Removes files older than that moment. Runs once for each repository, at its first write. */
  sweepOnce(repository: RepositoryPath): Promise<void> {
    const known = this.#swept.get(repository);
    if (known !== undefined) return known;
    const sweeping = this.#sweep(repository);
    this.#swept.set(repository, sweeping);
    sweeping.catch(() => this.#swept.delete(repository));
    return sweeping;
  }

  async #sweep(repository: RepositoryPath): Promise<void> {
    for (const { folder, names, deep } of PLACES) {
      const found = await readdir(path.join(repository, folder), { recursive: deep }).catch(ifMissing([]));
      for (const name of found.filter((each) => names.test(each)))
        await this.#remove(path.join(repository, folder, name));
    }
  }

  async #remove(file: string): Promise<void> {
    const found = await stat(file).catch(ifMissing(null));
    if (found !== null && found.mtimeMs < this.before.getTime()) await rm(file, { recursive: true, force: true });
  }
}
