import path from 'node:path';
import { defineSettings, json } from '@hearth/config';
import { WrongStorage } from '@hearth/contract-kit';
import { parseRepositoryPath, type RepositoryPath } from '../git/refs/paths.js';
import { StorageInMaintenance, StorageLost } from '../refusals.js';
import { closedStorages, storageNames } from './storage-names.js';
import { LocalStorages, repositoryFolder, storageLayout, trashFolder, type StorageLayout } from './storages.rules.js';

const settings = defineSettings(
  'Storages of the process',
  {
    HEARTH_STORAGES: json(LocalStorages, 'an object with the absolute folder of each storage').describe(
      'Storages that this process owns, the only one that writes there: {"storage-1": "/data/storage-1"}',
    ),
  },
  { readBy: ['RepositoryModule', 'backup.js', 'restore-files.js', 'restore-database.js'] },
);

/** Storages of this process: the paths of repositories on disk. */
export class Storages {
  private readonly lost = new Set<string>();
  private readonly inMaintenance = new Set<string>();

  constructor(private readonly layout: StorageLayout) {}

  /**
   * Reads HEARTH_STORAGES, HEARTH_STORAGE_NAMES and HEARTH_CLOSED_STORAGES.
   * @throws ConfigurationError for invalid values
   */
  static fromEnvironment(): Storages {
    const { HEARTH_STORAGES: own } = settings.read();
    return new Storages(storageLayout(own, storageNames(), closedStorages()));
  }

  /** Names of the storages that this process owns; it is the only writer there. */
  get own(): readonly string[] {
    return [...this.layout.own.keys()];
  }

  /** Returns whether this process owns the storage. */
  owns(storage: string): boolean {
    return this.layout.own.has(storage);
  }

  /** Folders of the own storages, by name. */
  get folders(): ReadonlyMap<string, string> {
    return this.layout.own;
  }

  /** Every storage of the system. */
  get names(): readonly string[] {
    return this.layout.names;
  }

  /** The storages that HEARTH_CLOSED_STORAGES does not close to new repositories. */
  get open(): readonly string[] {
    return this.layout.open;
  }

  /** Folder that only this process uses, for programs that git runs. It is on a storage, because a storage has one owner. */
  get privateFolder(): string {
    const [folder] = this.layout.own.values();
    return path.join(folder!, '@run');
  }

  /** Notes whether the files of an own storage are gone. While they are, it has no repositories. */
  setLost(storage: string, isLost: boolean): void {
    if (isLost) this.lost.add(storage);
    else this.lost.delete(storage);
  }

  /** Notes whether repositories of an own storage are only read. */
  setInMaintenance(storage: string, isInMaintenance: boolean): void {
    if (isInMaintenance) this.inMaintenance.add(storage);
    else this.inMaintenance.delete(storage);
  }

  /** Returns whether the storage of a repository on this process's disk is in maintenance. */
  isInMaintenance(repository: RepositoryPath): boolean {
    return [...this.inMaintenance].some((storage) =>
      repository.startsWith(`${this.layout.own.get(storage)}${path.sep}`),
    );
  }

  /** Must be called before clients change a repository. @throws StorageInMaintenance */
  requireWritable(repository: RepositoryPath): void {
    if (this.isInMaintenance(repository)) throw StorageInMaintenance();
  }

  /**
   * Returns the path of a project's repository on this process's disk.
   * @throws WrongStorage when another process owns the storage, StorageLost
   */
  pathOf(storage: string, projectId: number): RepositoryPath {
    const folder = parseRepositoryPath(repositoryFolder(this.folderOf(storage), projectId));
    if (folder === null) throw new Error(`The folder of the storage ${storage} cannot hold repositories`);
    return folder;
  }

  /** @throws WrongStorage when another process owns the storage */
  trashOf(storage: string): string {
    return trashFolder(this.folderOf(storage));
  }

  private folderOf(storage: string): string {
    const folder = this.layout.own.get(storage);
    if (folder === undefined) throw new WrongStorage(storage);
    if (this.lost.has(storage)) throw StorageLost();
    return folder;
  }
}
