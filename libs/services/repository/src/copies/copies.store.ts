import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { PlacedCopy } from './copy-places.rules.js';

/** Changes that a copy lacks. */
export interface CopyState extends Row {
  /** Sequence of the newest settled change of the repository; 0 for a copy that is not standing. */
  readonly wanted: number;
  /** Seconds since the first change that the copy may lack; null when it has all. */
  readonly behindSeconds: number | null;
  /** Another copy has taken over since it followed: it may have changes that the repository has not, which are set aside. */
  readonly isDiverged: boolean;
  /** A check has found that the copy is damaged, or differs although it lacks nothing. */
  readonly isWrong: boolean;
}

/** A standing copy on a storage. */
export interface StandingCopy extends Row {
  readonly projectId: ProjectId;
  readonly storage: string;
}

/** The copy that could take over. */
export interface AdvancedCopy extends Row {
  readonly storage: string;
  readonly isComplete: boolean;
}

/** Storages that may answer reads of a repository. */
export interface Readers extends Row {
  readonly copies: string[];
  /** One of them has every settled change. */
  readonly isAnyComplete: boolean;
  /** The lease of the repository's own storage was not renewed in time. */
  readonly isSilent: boolean;
}

/** Copies of a storage that lack changes. */
export interface CopiesBehind extends Row {
  readonly storage: string;
  readonly copies: number;
  /** Of the one that is behind for longest. */
  readonly seconds: number;
}

const ADD = `insert into repository_copies (project_id, storage) values ($1, $2) on conflict do nothing`;

/** A repository without changes is copied too: its copy wants 1. One that stands again may lack changes that are in no journal. */
const STAND = `insert into repository_copies (project_id, storage, is_standing, wanted, behind_since)
  select $1, $2, true, coalesce(
    (select id from ref_changes where project_id = $1 and state = 'settled' order by id desc limit 1), 1), now()
  on conflict (project_id, storage) do update
  set is_standing = true, wanted = excluded.wanted, followed = 0, behind_since = excluded.behind_since`;

/** Numbers come from the journal: the next change of refs has a higher one. */
const NEXT_SEQUENCE = `select nextval(pg_get_serial_sequence('ref_changes', 'id')) as sequence`;

/** Later changes have higher sequences. */
const STAY = `insert into repository_copies (project_id, storage, is_standing, wanted, followed, followed_at)
  select $1, $2, true, sequence, sequence, now() from (${NEXT_SEQUENCE}) as next`;

const PLACED = `select storage, followed >= wanted as "isComplete" from repository_copies
  where project_id = $1 and is_standing order by created_at, storage`;

const MISS = `update repository_copies
  set wanted = greatest(wanted, $2), behind_since = coalesce(behind_since, now())
  where project_id = $1 and is_standing and followed < $2 returning storage`;

const FALL_BEHIND = `update repository_copies set behind_since = coalesce(behind_since, now())
  where project_id = $1 and is_standing returning storage`;

const DIVERGE = `update repository_copies set is_diverged = true,
    wanted = nextval(pg_get_serial_sequence('ref_changes', 'id')), behind_since = coalesce(behind_since, now())
  where project_id = $1 and is_standing`;

const RETIRE = `update repository_copies set is_standing = false, behind_since = null
  where project_id = $1 and storage = $2`;

const STATE = `select wanted, extract(epoch from now() - behind_since)::float8 as "behindSeconds",
    is_diverged as "isDiverged", is_wrong as "isWrong"
  from repository_copies where project_id = $1 and storage = $2`;

/** A change that was settled, or a fault that was found, while the copy was brought up is still to come. */
const FOLLOWED = `update repository_copies
  set followed = greatest(followed, $3), followed_at = now(),
    is_diverged = is_diverged and wanted > $3, is_wrong = is_wrong and wanted > $3,
    behind_since = case when is_standing and wanted > $3 then now() end
  where project_id = $1 and storage = $2`;

/** A fetch that began earlier does not count: it filled files that are gone. */
const EMPTY = `followed = 0, wanted = nextval(pg_get_serial_sequence('ref_changes', 'id')), behind_since = now()`;

const BEGIN_AGAIN = `update repository_copies set ${EMPTY} where storage = $1 and is_standing`;

const MAKE_ANEW = `update repository_copies set ${EMPTY}, is_wrong = true
  where project_id = $1 and storage = $2 and is_standing`;

const BEHIND = `select project_id as "projectId", storage from repository_copies
  where storage = any($1::text[]) and behind_since < now() - $2::float8 * interval '1 second'
  order by behind_since limit $3`;

const COUNT_BEHIND = `select storage, count(*) as copies,
    extract(epoch from now() - min(behind_since))::float8 as seconds
  from repository_copies where storage = any($1::text[]) and behind_since is not null group by storage`;

/** Of the copies on storages that are served; one that never followed has nothing. */
const MOST_ADVANCED = `select copies.storage, followed >= wanted as "isComplete"
  from repository_copies as copies join storage_owners using (storage)
  where project_id = $1 and is_standing and followed > 0
  and renewed_at > now() - $2::float8 * interval '1 millisecond'
  order by followed desc, copies.storage limit 1`;

const SERVED = `select copies.storage from repository_copies as copies join storage_owners using (storage)
  where project_id = $1 and is_standing and renewed_at > now() - $2::float8 * interval '1 millisecond'
  order by copies.storage`;

const READERS = `select coalesce(array_agg(storage order by storage), '{}') as copies,
    coalesce(bool_or(followed >= wanted), false) as "isAnyComplete",
    exists (select 1 from storage_owners as owner
      where owner.storage = $2 and owner.renewed_at < now() - $3::float8 * interval '1 millisecond') as "isSilent"
  from repository_copies join storage_owners using (storage)
  where project_id = $1 and is_standing and followed > 0
  and renewed_at > now() - $3::float8 * interval '1 millisecond'`;

const HAS_FOLLOWED = `select 1 from repository_copies
  where project_id = $1 and is_standing and followed >= $2 limit 1`;

/** Standing copies that are set for the repository itself; null: as many as the settings say. */
const WANTED = 'select copies - 1 as wanted from repositories where project_id = $1';

/** Repositories of a storage whose standing copies are not as many as asked for, or on storages that are not open. */
const MISPLACED = `select project_id as "projectId", storage from repositories
  where storage = $1 and deleted_at is null and project_id > $2
  and (select (count(*), count(*) filter (where copies.storage = any($4::text[]))) from repository_copies as copies
    where copies.project_id = repositories.project_id and is_standing)
  is distinct from (least(coalesce(copies - 1, $3), $5::int)::bigint, least(coalesce(copies - 1, $3), $5::int)::bigint)
  order by project_id limit $6`;

/** All SQL about the copies of repositories on other storages than their own. A row exists as long as there may be files. */
@Injectable()
export class CopiesStore {
  /** Adds a copy that is made for a move. */
  async add(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(ADD, [projectId, storage]);
  }

  /** Makes the storage one with a standing copy, which is behind until it has followed. */
  async stand(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(STAND, [projectId, storage]);
  }

  /** Records a complete standing copy on the storage that a repository leaves. The caller holds the write lock. */
  async stay(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(STAY, [projectId, storage]);
  }

  /** Returns the sequence of a change that is in no journal. */
  async nextSequence(db: Db): Promise<number> {
    const [row] = await db.prepared<{ sequence: number }>(NEXT_SEQUENCE, []);
    return row!.sequence;
  }

  /** Records that the standing copies lack such a change, if they do; returns the storages of those. The caller holds the write lock. */
  async miss(tx: Tx, projectId: ProjectId, sequence: number): Promise<string[]> {
    const rows = await tx.prepared<{ storage: string }>(MISS, [projectId, sequence]);
    return rows.map(({ storage }) => storage);
  }

  /** Makes the standing copies follow once more, although they have every settled change; returns their storages. */
  async fallBehind(tx: Tx, projectId: ProjectId): Promise<string[]> {
    const rows = await tx.prepared<{ storage: string }>(FALL_BEHIND, [projectId]);
    return rows.map(({ storage }) => storage);
  }

  /** The copy follows no more; its files are still there. */
  async retire(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(RETIRE, [projectId, storage]);
  }

  /** Records that the standing copies, of which one may be the former repository, can have changes that the present one has not. */
  async diverge(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared(DIVERGE, [projectId]);
  }

  /** The files of the copy are removed, and it begins again. */
  async makeAnew(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(MAKE_ANEW, [projectId, storage]);
  }

  /** Returns null when there is no such copy. */
  async state(db: Db, projectId: ProjectId, storage: string): Promise<CopyState | null> {
    const [state] = await db.prepared<CopyState>(STATE, [projectId, storage]);
    return state ?? null;
  }

  /** Lists the storages with a copy of the project's repository. */
  of(db: Db, projectId: ProjectId): Promise<string[]> {
    return this.storages(db, 'select storage from repository_copies where project_id = $1 order by storage', projectId);
  }

  /** Lists the storages with a standing copy of the project's repository. */
  standing(db: Db, projectId: ProjectId): Promise<string[]> {
    return this.storages(
      db,
      'select storage from repository_copies where project_id = $1 and is_standing order by storage',
      projectId,
    );
  }

  /** Lists the standing copies of the project's repository, the oldest first. */
  placed(db: Db, projectId: ProjectId): Promise<(PlacedCopy & Row)[]> {
    return db.prepared<PlacedCopy & Row>(PLACED, [projectId]);
  }

  /** Returns how many standing copies are set for a repository; null when the settings decide. */
  async wanted(db: Db, projectId: ProjectId): Promise<number | null> {
    const [row] = await db.prepared<{ wanted: number | null }>(WANTED, [projectId]);
    return row?.wanted ?? null;
  }

  /** Lists the storages with a standing copy whose lease is not older than `servedMs`. */
  async served(db: Db, projectId: ProjectId, servedMs: number): Promise<string[]> {
    const rows = await db.prepared<{ storage: string }>(SERVED, [projectId, servedMs]);
    return rows.map(({ storage }) => storage);
  }

  /** Returns the standing copies of a repository whose leases are not older than `servedMs`. @param storage the repository's own */
  async readers(db: Db, projectId: ProjectId, storage: string, servedMs: number): Promise<Readers> {
    const [readers] = await db.prepared<Readers>(READERS, [projectId, storage, servedMs]);
    return readers!;
  }

  /** Returns whether a standing copy has every change up to a sequence. */
  async hasFollowed(db: Db, projectId: ProjectId, sequence: number): Promise<boolean> {
    return (await db.prepared(HAS_FOLLOWED, [projectId, sequence])).length > 0;
  }

  /** Records that the copy has every change up to a sequence. */
  async noteFollowed(tx: Tx, projectId: ProjectId, storage: string, sequence: number): Promise<void> {
    await tx.prepared(FOLLOWED, [projectId, storage, sequence]);
  }

  /** Returns up to `limit` standing copies on these storages that are behind for longer than `seconds`, the longest first. */
  behind(db: Db, storages: readonly string[], seconds: number, limit: number): Promise<StandingCopy[]> {
    return db.prepared<StandingCopy>(BEHIND, [storages, seconds, limit]);
  }

  /** Counts the copies on these storages that are behind; a storage without one is left out. */
  countBehind(db: Db, storages: readonly string[]): Promise<CopiesBehind[]> {
    return db.prepared<CopiesBehind>(COUNT_BEHIND, [storages]);
  }

  /**
   * Returns the copy with the most changes on a storage whose lease is not older than `servedMs`; `isComplete` when it has every settled one.
   * Null when there is none.
   */
  async mostAdvanced(db: Db, projectId: ProjectId, servedMs: number): Promise<AdvancedCopy | null> {
    const [copy] = await db.prepared<AdvancedCopy>(MOST_ADVANCED, [projectId, servedMs]);
    return copy ?? null;
  }

  /**
   * Returns up to `limit` repositories of a storage after a project, in the order of their projects, whose standing copies are not `count` or
   * not all on `open` storages. @param of `count`: copies that the settings ask for, `possible`: most copies that the repositories of the storage can have
   */
  misplaced(
    db: Db,
    storage: string,
    of: { after: number; count: number; possible: number; open: readonly string[]; limit: number },
  ): Promise<StandingCopy[]> {
    const { after, count, possible, open, limit } = of;
    return db.prepared<StandingCopy>(MISPLACED, [storage, after, count, open, possible, limit]);
  }

  /** The copies on a storage are empty: it has lost its files. */
  async beginAgain(tx: Tx, storage: string): Promise<void> {
    await tx.prepared(BEGIN_AGAIN, [storage]);
  }

  async remove(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared('delete from repository_copies where project_id = $1 and storage = $2', [projectId, storage]);
  }

  private async storages(db: Db, text: string, projectId: ProjectId): Promise<string[]> {
    const rows = await db.prepared<{ storage: string }>(text, [projectId]);
    return rows.map(({ storage }) => storage);
  }
}
