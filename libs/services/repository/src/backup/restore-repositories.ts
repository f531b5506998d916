import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { damaged, type BackupTarget, type Part } from '@hearth/backup';
import type { Git } from '../git/git.js';
import { GitError } from '../git/process/errors.js';
import { addPack, createRefs } from '../git/transport/packs-of-backup.js';
import { FIRST_BRANCH } from '../repositories/ensure-repository.js';
import type { Storages } from '../storages/storages.js';
import { restoredStorage } from './restored-storage.rules.js';
import type { RepositoryEntry } from './repository-entry.js';

/** Creates repositories from their entries in a snapshot. */
export class RestoreRepositories {
  constructor(
    private readonly target: BackupTarget,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  /** @throws BackupFailure when something is damaged */
  async execute(entries: Part): Promise<void> {
    for await (const entry of this.target.lines<RepositoryEntry>(entries)) {
      try {
        await this.restore(entry);
      } catch (error) {
        if (error instanceof GitError)
          throw damaged(`the repository of project ${entry.projectId}: ${inOneLine(error)}`);
        throw error;
      }
    }
  }

  private async restore({ projectId, storage, head, refs, packs }: RepositoryEntry): Promise<void> {
    const repository = this.storages.pathOf(restoredStorage(storage, projectId, this.storages.own), projectId);
    await this.git.repositories.ensure(repository, FIRST_BRANCH);
    for (const pack of packs) {
      const id = await addPack(repository, await this.target.open(pack));
      if (path.basename(pack.name) !== id) throw damaged(`${pack.name} was changed`);
    }
    await createRefs(repository, refs);
    if (head !== null) await writeFile(path.join(repository, 'HEAD'), `ref: ${head}\n`, { flush: true });
    if (Object.keys(refs).length > 0) await this.git.commitGraphs.write(repository);
  }
}

function inOneLine({ message }: GitError): string {
  return message.trim().replaceAll('\n', '; ');
}
