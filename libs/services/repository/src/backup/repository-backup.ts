import path from 'node:path';
import type { BackupTarget, RepositoryBackup } from '@hearth/backup';
import { DefaultBranchChangedEvent } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { Storages } from '../storages/storages.js';
import { CHANGE_COLUMNS, EVENT_COLUMNS, repairJournal } from './repair-journal.js';
import { RestoreRepositories } from './restore-repositories.js';
import { StoreRepositories, type ListedRepository } from './store-repositories.js';

/** The snapshot's repositories. */
export interface ListedRepositories {
  readonly repositories: readonly ListedRepository[];
  /** Earlier changes have an outcome that the snapshot knows. */
  readonly changesFrom: string;
}

const REPOSITORIES = `select project_id as "projectId", storage from repository.repositories
  where made_at is not null and deleted_at is null order by project_id`;

/** A transaction that began an hour before the snapshot has ended by now. */
const CHANGES_FROM = `select (least(now(), min(created_at)) - interval '1 hour')::text as "changesFrom"
  from repository.ref_changes where state = 'prepared'`;

/** The part of backups that this service has outside of the database. */
export const repositoryBackup: RepositoryBackup<ListedRepositories> = {
  async list(db) {
    const repositories = await db.query<ListedRepository>(REPOSITORIES);
    const [row] = await db.query<{ changesFrom: string }>(CHANGES_FROM);
    return { repositories, changesFrom: row!.changesFrom };
  },
  store: (db, target, { repositories }, previous) =>
    withGit(target, (storages, git) =>
      new StoreRepositories(db, target, storages, git).execute(repositories, previous),
    ),
  later: ({ changesFrom }) => ({
    changes: `select ${CHANGE_COLUMNS} from repository.ref_changes where created_at >= '${changesFrom}'`,
    events: `select ${EVENT_COLUMNS} from repository.outbox
      where type = '${DefaultBranchChangedEvent.name}' and created_at >= '${changesFrom}'`,
  }),
  restore: (target, repositories) =>
    withGit(target, (storages, git) => new RestoreRepositories(target, storages, git).execute(repositories)),
  repair: (db, target, manifest) => repairJournal(db, target, manifest, Storages.fromEnvironment()),
};

async function withGit<T>(target: BackupTarget, work: (storages: Storages, git: Git) => Promise<T>): Promise<T> {
  const git = await Git.open({ privateFolder: path.join(target.work, 'git') });
  try {
    return await work(Storages.fromEnvironment(), git);
  } finally {
    await git.close();
  }
}
