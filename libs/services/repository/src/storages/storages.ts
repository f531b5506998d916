import path from 'node:path';
import { WrongStorage } from '@hearth/calls';
import { defineSettings, json } from '@hearth/config';
import { parseRepositoryPath, type RepositoryPath } from '../git/refs/paths.js';
import { storageNames } from './storage-names.js';
import { LocalStorages, repositoryFolder, storageLayout, trashFolder, type StorageLayout } from './storages.rules.js';

const settings = defineSettings(
  'Storages of the process',
  {
    HEARTH_STORAGES: json(LocalStorages, 'an object with the absolute folder of each storage').describe(
      'Storages that this process owns, the only one that writes there: {"storage-1": "/data/storage-1"}',
    ),
  },
  { readBy: ['RepositoryModule'] },
);

/** The storages of this process: where repositories are on disk. */
export class Storages {
  constructor(private readonly layout: StorageLayout) {}

  /**
   * From HEARTH_STORAGES and HEARTH_STORAGE_NAMES.
   * @throws ConfigurationError when they are not what they should be
   */
  static fromEnvironment(): Storages {
    return new Storages(storageLayout(settings.read().HEARTH_STORAGES, storageNames()));
  }

  /** The storages that this process owns; it is the only one that writes there. */
  get own(): readonly string[] {
    return [...this.layout.own.keys()];
  }

  /** The folders of the own storages, by name. */
  get folders(): ReadonlyMap<string, string> {
    return this.layout.own;
  }

  /** Every storage of the system, for placing new repositories. */
  get names(): readonly string[] {
    return this.layout.names;
  }

  /** A folder of this process alone, for what git runs. On a storage, because a storage has one owner. */
  get privateFolder(): string {
    const [folder] = this.layout.own.values();
    return path.join(folder!, '@run');
  }

  /**
   * Where a project's repository is on this process' disk.
   * @throws WrongStorage when another process owns the storage
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
    return folder;
  }
}
