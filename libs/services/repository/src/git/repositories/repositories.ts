import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { refOfBranch, type BranchName } from '../refs/ref-name.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { ifMissing, repositoryExists } from './exists.js';
import { cloneLocally, syncFolder } from './local-clone.js';
import { REPOSITORY_CONFIG } from './repository-config.js';
import { repositorySize } from './size.js';

/** Component that keeps files of a repository open, and releases them before its folder is moved. */
export interface RepositoryHandle {
  release(repository: RepositoryPath): Promise<void>;
}

/** Creates and removes bare repositories. One process owns a storage, so all calls for a path come to this object. */
export class Repositories {
  readonly #making = new Map<RepositoryPath, Promise<boolean>>();

  constructor(
    private readonly queue: CommandQueue,
    private readonly holders: readonly RepositoryHandle[],
  ) {}

  exists(repository: RepositoryPath): Promise<boolean> {
    return repositoryExists(repository);
  }

  /** Returns the bytes on disk. It reads the size of every file, so it is meant for background work. */
  size(repository: RepositoryPath): Promise<number> {
    return repositorySize(repository);
  }

  /**
   * Creates the repository unless it exists; returns whether it was created now. It is built beside its place and renamed, so that it exists as a
   * whole or not at all, even after a crash. HEAD names `branch`.
   */
  ensure(repository: RepositoryPath, branch: BranchName): Promise<boolean> {
    return this.#ensure(repository, (folder) => this.#build(folder, branch));
  }

  /** Like {@link ensure}, as a copy of another repository on the same file system; see {@link cloneLocally}. */
  ensureClone(repository: RepositoryPath, source: RepositoryPath): Promise<boolean> {
    return this.#ensure(repository, (folder) => cloneLocally(source, folder));
  }

  /**
   * Moves the repository into a trash folder on the same file system. Returns the new path, or null when there is no repository. Waits for the
   * processes that use it.
   */
  async trash(repository: RepositoryPath, trashFolder: string): Promise<string | null> {
    await this.forget(repository);
    await this.#removeLeftovers(repository);
    await mkdir(trashFolder, { recursive: true, mode: 0o700 });
    const trashed = path.join(trashFolder, `${path.basename(repository)}.${randomBytes(6).toString('hex')}`);
    try {
      await rename(repository, trashed);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    await syncFolder(path.dirname(repository));
    return trashed;
  }

  /** Releases what this process keeps of the repository: files, processes, cached refs. */
  async forget(repository: RepositoryPath): Promise<void> {
    await Promise.all(this.holders.map((holder) => holder.release(repository)));
  }

  /** Deletes all files in the trash folder. Safe to repeat. */
  async emptyTrash(trashFolder: string): Promise<void> {
    const names = await readdir(trashFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) await rm(path.join(trashFolder, name), { recursive: true, force: true });
  }

  async #ensure(repository: RepositoryPath, build: (folder: string) => Promise<void>): Promise<boolean> {
    if (await repositoryExists(repository)) return false;
    const running = this.#making.get(repository);
    if (running !== undefined) return running.then(() => false);
    const making = this.#make(repository, build).finally(() => this.#making.delete(repository));
    this.#making.set(repository, making);
    return making;
  }

  async #make(repository: RepositoryPath, build: (folder: string) => Promise<void>): Promise<boolean> {
    const parent = path.dirname(repository);
    await mkdir(parent, { recursive: true });
    await this.#removeLeftovers(repository);
    const building = path.join(parent, prefixOf(repository) + randomBytes(6).toString('hex'));
    try {
      await build(building);
      await this.#publish(building, repository);
    } catch (error) {
      await rm(building, { recursive: true, force: true });
      if (await repositoryExists(repository)) return false;
      throw error;
    }
    await syncFolder(parent);
    return true;
  }

  async #publish(building: string, repository: RepositoryPath): Promise<void> {
    try {
      await rename(building, repository);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || (await repositoryExists(repository))) throw error;
      // Left by a git that was still writing when the storage lost its files.
      await rm(repository, { recursive: true });
      await rename(building, repository);
    }
  }

  async #build(folder: string, branch: BranchName): Promise<void> {
    const flags = {
      '--bare': true,
      '--quiet': true,
      '--initial-branch': branch,
      '--object-format': 'sha1',
      // An empty template: no sample hooks, no description.
      '--template': '',
    };
    await this.queue.run(call(COMMANDS.init, { flags, operands: [folder] }));
    await writeFile(path.join(folder, 'config'), REPOSITORY_CONFIG, { flush: true });
    await writeFile(path.join(folder, 'HEAD'), `ref: ${refOfBranch(branch)}\n`, { flush: true });
  }

  /** Removes the folders of a process that died while it built this repository. */
  async #removeLeftovers(repository: RepositoryPath): Promise<void> {
    const parent = path.dirname(repository);
    const names = await readdir(parent).catch(ifMissing([]));
    const leftovers = names.filter((name) => name.startsWith(prefixOf(repository)));
    await Promise.all(leftovers.map((name) => rm(path.join(parent, name), { recursive: true, force: true })));
  }
}

/** Prefix of the folders in which a repository is built beside its place. */
function prefixOf(repository: RepositoryPath): string {
  return `.${path.basename(repository)}.making-`;
}
