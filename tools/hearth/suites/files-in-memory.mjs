import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spaceOf } from '../disk.mjs';

/** Linux keeps files here in memory. */
const IN_MEMORY = '/dev/shm';
const ON_DISK = os.tmpdir();
const GIB = 1024 ** 3;
/** More than twice the files of all suites at a time (1.1 GB), and the memory of their processes. */
const FILES_BYTES = 3 * GIB;
const PROCESSES_BYTES = 8 * GIB;

/**
 * Puts temporary folders of this process and its children into memory, where there is enough: specs make hundreds of databases and repositories and
 * throw them away, and a fifth of the processor time of a run went into writing them to a disk. A TMPDIR that is set is obeyed.
 * @param {import('./cleanups.mjs').Cleanups} cleanups remove the files
 */
export function keepFilesInMemory(cleanups) {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(path.join(IN_MEMORY, 'hearth-test-'));
  // PostgreSQL runs as another user when this runs as root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  cleanups.add(async () => rmSync(folder, { recursive: true, force: true }));
}

/** Moves a temporary folder out of memory, so that it is there after the run. @returns {string} its path then */
export function keptFolder(folder) {
  if (!folder.startsWith(`${IN_MEMORY}/`)) return folder;
  const kept = mkdtempSync(path.join(ON_DISK, `${path.basename(folder)}-`));
  // Unlike cpSync, it takes sockets and keeps owners.
  execFileSync('cp', ['-a', `${folder}/.`, kept]);
  rmSync(folder, { recursive: true, force: true });
  return kept;
}

function hasRoom() {
  return (
    runsPrograms(mounts()) &&
    spaceOf(IN_MEMORY).free >= FILES_BYTES &&
    process.availableMemory() >= FILES_BYTES + PROCESSES_BYTES
  );
}

/** Whether files of the folder in memory may be run, as git runs its hooks; containers often forbid it. @param {string} table as in /proc/mounts */
export function runsPrograms(table) {
  const mount = table.split('\n').findLast((line) => line.split(' ')[1] === IN_MEMORY);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}

function mounts() {
  return existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
}
