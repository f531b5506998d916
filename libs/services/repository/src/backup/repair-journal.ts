import { Readable } from 'node:stream';
import type { BackupDatabase, BackupTarget, Findings, Manifest } from '@hearth/backup';
import { writeIdentity } from '../storages/storage-identity.js';
import type { Storages } from '../storages/storages.js';
import { restoredStorage } from './restored-storage.rules.js';
import type { RepositoryEntry } from './repository-entry.js';

/** Columns of the journal in {@link Manifest.later}. */
export const CHANGE_COLUMNS =
  'id, project_id, attempt_id, user_id, via, ref, old_id, new_id, state, created_at, settled_at';
/** Columns of the outbox there. */
export const EVENT_COLUMNS = 'event_id, topic, type, key, data, actor, correlation, causation';

/** The storage of the backup is that of the files: it may have changed since the snapshot of the database. */
const TABLES = [
  `create temp table stored_repositories (project_id bigint primary key, storage text not null, head text) on commit drop`,
  `create temp table stored_refs (project_id bigint, ref text, id text, primary key (project_id, ref)) on commit drop`,
  `create temp table later_changes (like repository.ref_changes) on commit drop`,
  `create temp table later_events on commit drop as select ${EVENT_COLUMNS} from repository.outbox with no data`,
];

/** Changes whose outcome the snapshot knows, and those that took place in no repository of it. */
const FORGET_KNOWN = `delete from later_changes using repository.ref_changes as known
  where known.id = later_changes.id and known.state <> 'prepared'`;
const FORGET_OTHERS = `delete from later_changes
  where state = 'refused' or project_id not in (select project_id from stored_repositories)`;

/** Their outcome is in `later_changes`, unless nothing came of them. */
const CLOSE_OPEN = `update repository.ref_changes set state = 'refused', settled_at = now() where state = 'prepared'`;

/**
 * Each ref that has moved since the snapshot gets one open change, from where the snapshot had it to where the repository has it. A process settles it
 * when it starts, as after a crash, and publishes it.
 */
const OPEN_MOVED = `insert into repository.ref_changes
    (id, project_id, attempt_id, user_id, via, ref, old_id, new_id, state, created_at, settled_at)
  overriding system value
  select change.id, change.project_id, change.attempt_id, change.user_id, change.via, change.ref, chain.old_id, stored.id,
    'prepared', now(), null
  from (select project_id, ref, (array_agg(old_id order by id))[1] as old_id from later_changes group by 1, 2) as chain
  left join stored_refs as stored using (project_id, ref)
  cross join lateral (select * from later_changes as later
    where later.project_id = chain.project_id and later.ref = chain.ref and later.new_id is not distinct from stored.id
    order by id desc limit 1) as change
  where chain.old_id is distinct from stored.id
  on conflict (id) do update set old_id = excluded.old_id, state = 'prepared', created_at = now(), settled_at = null
  returning id`;

/** Refs that are not where their newest change in the snapshot has left them, nor have moved since. */
const OLDER = `select newest.project_id as "projectId", newest.ref
  from (select distinct on (project_id, ref) project_id, ref, new_id
    from repository.ref_changes where state = 'settled' order by project_id, ref, id desc) as newest
  join stored_repositories using (project_id)
  left join stored_refs as stored using (project_id, ref)
  where newest.new_id is distinct from stored.id
  and not exists (select from repository.ref_changes as change
    where change.project_id = newest.project_id and change.ref = newest.ref and change.state = 'prepared')
  order by 1, 2 limit 100`;

/** HEAD is in no journal: where it was moved after the snapshot, its event is published again. */
const PUBLISH_HEADS = `insert into repository.outbox (${EVENT_COLUMNS})
  select distinct on (key) ${EVENT_COLUMNS} from later_events as later
  where not exists (select from repository.outbox where outbox.event_id = later.event_id)
  and exists (select from stored_repositories as stored
    where stored.project_id::text = later.key and stored.head = 'refs/heads/' || (later.data ->> 'defaultBranch'))
  order by key, (data ->> 'sequence')::bigint desc
  returning event_id`;

/** Deleted between the snapshot and the copy of its repository. The next use creates an empty one. */
const LOSE_DELETED = `update repository.repositories set made_at = null, started_at = null
  where made_at is not null and deleted_at is null
  and not exists (select from stored_repositories as stored where stored.project_id = repositories.project_id)
  returning project_id as "projectId"`;

const REST = [
  `update repository.repositories set storage = stored.storage
    from stored_repositories as stored where stored.project_id = repositories.project_id`,
  // A copy on the storage that the repository is on by now; the others are empty, and begin again.
  `delete from repository.repository_copies as copy using repository.repositories as own
    where own.project_id = copy.project_id and own.storage = copy.storage`,
  `update repository.repository_copies set followed = 0, wanted = greatest(wanted, 1), behind_since = now(), is_diverged = false
    where is_standing`,
];

/** Its copies and lease: the restored system does not have the storage. */
const FORGET_STORAGES = [
  `delete from repository.repository_copies where storage <> all($1::text[])`,
  `delete from repository.storage_owners where storage <> all($1::text[])`,
];

/**
 * Brings the journal in line with repositories that are newer than the snapshot of the database, and resets what describes the former storages.
 */
export async function repairJournal(
  db: BackupDatabase,
  target: BackupTarget,
  manifest: Manifest,
  storages: Storages,
): Promise<Findings> {
  for (const text of TABLES) await db.query(text);
  const entries = () => target.lines<RepositoryEntry>(manifest.repositories.part);
  await db.copyIn('stored_repositories (project_id, storage, head)', rows(entries(), repositoryRows(storages.own)));
  await db.copyIn('stored_refs (project_id, ref, id)', rows(entries(), refRows));
  await db.copyIn(`later_changes (${CHANGE_COLUMNS})`, await target.content(manifest.later.changes));
  await db.copyIn(`later_events (${EVENT_COLUMNS})`, await target.content(manifest.later.events));
  for (const text of [FORGET_KNOWN, FORGET_OTHERS, CLOSE_OPEN]) await db.query(text);
  const moved = await db.query(OPEN_MOVED);
  const heads = await db.query(PUBLISH_HEADS);
  const older = await db.query<{ projectId: number; ref: string }>(OLDER);
  const lost = await db.query<{ projectId: number }>(LOSE_DELETED);
  for (const text of REST) await db.query(text);
  await identifyStorages(db, storages);
  const published = `Refs and default branches that have moved after the snapshot: ${moved.length + heads.length}. The first start publishes them.`;
  return {
    notes: [
      ...(moved.length + heads.length > 0 ? [published] : []),
      ...lost.map(({ projectId }) => `Project ${projectId} was deleted during the backup: its repository is empty.`),
    ],
    problems: older.map(
      ({ projectId, ref }) => `Project ${projectId}: ${ref} is not where its last change has left it.`,
    ),
  };
}

function rows(entries: AsyncIterable<RepositoryEntry>, textOf: (entry: RepositoryEntry) => string): Readable {
  return Readable.from(
    (async function* () {
      for await (const entry of entries) yield textOf(entry);
    })(),
  );
}

function repositoryRows(names: readonly string[]): (entry: RepositoryEntry) => string {
  return ({ projectId, storage, head }) =>
    `${projectId}\t${restoredStorage(storage, projectId, names)}\t${head ?? '\\N'}\n`;
}

/** The restored folders are those that the leases know. */
async function identifyStorages(db: BackupDatabase, storages: Storages): Promise<void> {
  for (const text of FORGET_STORAGES) await db.query(text, [storages.own]);
  const known = await db.query<{ storage: string; identity: string }>(
    'update repository.storage_owners set renewed_at = now(), taken_over_at = null returning storage, identity',
  );
  for (const { storage, identity } of known) await writeIdentity(storages.folders.get(storage)!, identity);
}

/** No name of a ref has a character that COPY would need to escape: git allows neither a backslash nor control characters. */
function refRows({ projectId, refs }: RepositoryEntry): string {
  return Object.entries(refs)
    .map(([ref, id]) => `${projectId}\t${ref}\t${id}\n`)
    .join('');
}
