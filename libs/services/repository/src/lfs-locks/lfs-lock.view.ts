import type { LfsLockFact, LfsLocksPage } from './lfs-locks.facts.js';

/** Presents a lock as clients of git LFS read it. */
export function presentLfsLock({ lock, owner }: LfsLockFact) {
  const { id, path, lockedAt } = lock;
  return { id: String(id), path, locked_at: lockedAt.toISOString(), owner: { name: owner } };
}

/** Presents a page of the list of locks. */
export function presentLfsLocks({ locks, next }: LfsLocksPage) {
  return { locks: locks.map(presentLfsLock), ...presentCursor(next) };
}

/** Presents a page of locks by whether they are the caller's. */
export function presentLfsLocksOf(userId: number, { locks, next }: LfsLocksPage) {
  const [ours, theirs] = [true, false].map((own) => locks.filter(({ lock }) => (lock.ownerId === userId) === own));
  return { ours: ours!.map(presentLfsLock), theirs: theirs!.map(presentLfsLock), ...presentCursor(next) };
}

function presentCursor(next: number | null) {
  return next === null ? {} : { next_cursor: String(next) };
}
