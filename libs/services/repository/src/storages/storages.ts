import path from 'node:path';
import { WrongStorage } from '@hearth/calls';
import { parseRepositoryPath, type RepositoryPath } from '../git/names/paths.js';
import { parseStorages, repositoryFolder, trashFolder, type StorageLayout } from './storages.rules.js';

/** The storages of this process: where repositories are on disk. */
export class Storages {
  constructor(private readonly layout: StorageLayout) {}

  /**
   * From HEARTH_STORAGES and HEARTH_STORAGE_NAMES.
   * @throws when they are not what they should be
   */
  static fromEnvironment(): Storages {
    return new Storages(parseStorages(process.env['HEARTH_STORAGES'], process.env['HEARTH_STORAGE_NAMES']));
  }

  /** The storages that this process owns; it is the only one that writes there. */
  get own(): readonly string[] {
    return [...this.layout.own.keys()];
  }

  /** Every storage of the system, for placing new repositories. */
  get names(): readonly string[] {
    return this.layout.names;
  }

  /**
   * A folder of this process alone, for what git runs. On a storage, because a storage has one owner.
   * @throws when this process owns no storage
   */
  get privateFolder(): string {
    const [folder] = this.layout.own.values();
    if (folder === undefined) throw new Error('HEARTH_STORAGES gives this process no storage');
    return path.join(folder, '@run');
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
