import { Readable } from 'node:stream';
import { BackupFailure, type BackupDatabase, type BackupTarget, type Manifest, type Part } from '@hearth/backup';
import type { ProjectId } from '@hearth/contract-kit';
import type { Git } from '../git/git.js';
import { RepositoryMissing } from '../git/process/errors.js';
import { writePack } from '../git/transport/packs-of-backup.js';
import type { Storages } from '../storages/storages.js';
import type { RepositoryEntry } from './repository-entry.js';

/** A repository that the snapshot of the database has. */
export interface ListedRepository {
  readonly projectId: ProjectId;
  readonly storage: string;
}

/** Packs of a repository in a snapshot. Restoring indexes each, and git searches them one after the other. */
const MOST_PACKS = 32;

const PLACE = `select storage, deleted_at is not null as deleted from repository.repositories where project_id = $1`;

/** Stores repositories one after the other, of each what the snapshot before did not have. */
export class StoreRepositories {
  constructor(
    private readonly db: BackupDatabase,
    private readonly target: BackupTarget,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  /** @param previous entries of the snapshot before, in the order of their projects */
  async execute(listed: readonly ListedRepository[], previous: Part | null): Promise<Manifest['repositories']> {
    let count = 0;
    const lines = async function* (this: StoreRepositories): AsyncGenerator<string> {
      const entries = previous ? this.target.lines<RepositoryEntry>(previous) : undefined;
      let before = (await entries?.next())?.value as RepositoryEntry | undefined;
      for (const repository of listed) {
        while (before && before.projectId < repository.projectId)
          before = (await entries!.next()).value as RepositoryEntry | undefined;
        const isKnown = before?.projectId === repository.projectId;
        const entry = await this.store(repository, isKnown ? before : undefined);
        if (!entry) continue;
        count += 1;
        yield `${JSON.stringify(entry)}\n`;
      }
    };
    const part = await this.target.addPart(Readable.from(lines.call(this)));
    return { part, count };
  }

  /** @returns null for a repository that was deleted since the snapshot */
  private async store(listed: ListedRepository, before?: RepositoryEntry): Promise<RepositoryEntry | null> {
    const { projectId } = listed;
    for (let { storage } = listed; ;) {
      const entry = await this.read(projectId, storage, before);
      if (entry) return entry;
      const [place] = await this.db.query<{ storage: string; deleted: boolean }>(PLACE, [projectId]);
      if (!place || place.deleted) return null;
      if (place.storage === storage)
        throw new BackupFailure(
          `The repository of project ${projectId} is not on its storage ${storage}: put its files back, or accept the loss (./hearth storage --help).`,
        );
      ({ storage } = place);
    }
  }

  /** @returns null when the repository is not there (any more) */
  private async read(projectId: ProjectId, storage: string, before?: RepositoryEntry): Promise<RepositoryEntry | null> {
    if (!this.storages.owns(storage))
      throw new BackupFailure(
        `The storage ${storage} is not on this machine: run the backup where HEARTH_STORAGES has all.`,
      );
    const path = this.storages.pathOf(storage, projectId);
    if (!(await this.git.repositories.exists(path))) return null;
    try {
      // The refs come first: objects that they reach stay for two weeks at least, wherever refs move meanwhile.
      const refs = Object.fromEntries(await this.git.refs.snapshot(path)) as RepositoryEntry['refs'];
      const head = await this.git.refs.head(path);
      return { projectId, storage, head, refs, packs: await this.pack(path, refs, before) };
    } catch (error) {
      if (error instanceof RepositoryMissing || !(await this.git.repositories.exists(path))) return null;
      throw error;
    }
  }

  private async pack(
    path: Parameters<typeof writePack>[0],
    refs: RepositoryEntry['refs'],
    before: RepositoryEntry | undefined,
  ): Promise<readonly Part[]> {
    const base = before && before.packs.length < MOST_PACKS ? before : { refs: {}, packs: [] };
    const known = new Set(Object.values(base.refs));
    const ids = [...new Set(Object.values(refs))].filter((id) => !known.has(id));
    if (ids.length === 0) return base.packs;
    return this.target.withFile(async (file) => {
      const pack = await writePack(path, ids, [...known], file);
      return pack ? [...base.packs, await this.target.addPack(pack.id, file, pack.size)] : base.packs;
    });
  }
}
