import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJson, removeRecord } from './json-files.mjs';
import { identify, isRunning } from './process-identity.mjs';

const TAKEOVER_EXPIRES_MS = 5000;

/**
 * Takes a lock file, or says who holds it. A holder that no longer runs (kill -9, power cut) loses the lock.
 * @param {string} file
 * @param {string} purpose what the holder does, for those who find the lock taken
 * @returns {Promise<{ release(): void } | { holder: { pid: number, started: string, purpose: string } }>}
 */
export async function tryLock(file, purpose) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    if (createExclusively(file, { ...identify(process.pid), purpose })) {
      return { release: once(() => removeRecord(file)) };
    }
    const holder = holderOf(file);
    if (holder) return { holder };
    if (!removeDead(file)) await delay(10);
  }
}

/** The running holder of a lock file; undefined if it is free. */
export function holderOf(file) {
  const content = readJson(file);
  return content && isRunning(content) ? content : undefined;
}

/** Does some work while holding a lock, waiting for its present holder first. */
export async function withLock(file, purpose, work) {
  let lock = await tryLock(file, purpose);
  while (lock.holder) {
    await delay(50);
    lock = await tryLock(file, purpose);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Two processes may find the same dead holder; were both simply to unlink, the slower one would remove the lock that
 * the faster one has just made. So the removal itself is guarded by a second file, and the content is read again inside.
 * Answers false while another process is at it.
 */
function removeDead(file) {
  const guard = `${file}.takeover`;
  if (!createExclusively(guard, {})) {
    if (ageMs(guard) > TAKEOVER_EXPIRES_MS) rmSync(guard, { force: true });
    return false;
  }
  if (!holderOf(file)) rmSync(file, { force: true });
  rmSync(guard, { force: true });
  return true;
}

/** Makes the file with its whole content in one step (a reader never sees it empty); false when it exists. */
function createExclusively(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// A second release could remove the lock of a later holder.
function once(work) {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

function ageMs(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
