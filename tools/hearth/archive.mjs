import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { NOT_STARTED, runProgram } from './run-program.mjs';

/** Contents of a backup, by their names in the data folder and in the archive. */
export const PARTS = ['postgres', 'storages', 'objects', 'secrets', 'kafka'];
/** Parts that every data folder of Hearth has. */
const REQUIRED_PARTS = ['postgres', 'storages', 'secrets'];
export const MANIFEST = 'manifest.json';
const FORMAT = 'hearth-backup-1';

/**
 * Describes the parts of a data folder as they will stand in the archive.
 * @param {string} folder @param {Date} now
 * @param {string} [objects] where artifacts and traces are, unless in the data folder; they are in no backup
 */
export function describeParts(folder, now, objects) {
  const present = PARTS.filter((part) => existsSync(path.join(folder, part)));
  return {
    format: FORMAT,
    created: now.toISOString(),
    ...(objects && { objects }),
    postgres: readFileSync(path.join(folder, 'postgres/PG_VERSION'), 'utf8').trim(),
    parts: Object.fromEntries(present.map((part) => [part, measure(path.join(folder, part))])),
  };
}

/** Counts the files of a folder (folders and links not counted). */
function measure(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  return { files: files.length, bytes };
}

/**
 * Reads a backup to its end and checks that it is one, complete, and holds nothing but Hearth's parts. Writes nothing.
 * @returns {Promise<ReturnType<typeof describeParts>>} its manifest
 */
export async function checkArchive(file) {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`);
  // Either run reads the whole file and so checks gzip's sum over it.
  const [listing, content] = await Promise.all([
    runProgram('tar', ['-tzf', file]),
    runProgram('tar', ['-xzOf', file, MANIFEST]),
  ]);
  // It comes first, so that a file that is cut short still has it.
  const manifest = parseManifest(content.stdout);
  if (listing.status === NOT_STARTED) throw tarIsMissing();
  if (listing.status !== 0 || !manifest) {
    const what = manifest
      ? 'is damaged (cut short, or changed since it was written)'
      : 'is not a backup of Hearth, or damaged';
    throw new Failure(`${file} ${what}: use another one.`);
  }
  const problem = problemOf(manifest, listing.stdout.split('\n').filter(Boolean));
  if (problem) throw new Failure(`${file} cannot be restored: ${problem}.`);
  return manifest;
}

/**
 * Why an archive with this manifest and these entries is not to be restored; undefined when it may be.
 * @param {{ format: string, parts: Record<string, { files: number }> }} manifest @param {string[]} entries tar's listing
 */
export function problemOf(manifest, entries) {
  if (manifest.format !== FORMAT) return `its format "${manifest.format}" is not known to this version`;
  const lost = REQUIRED_PARTS.find((part) => !manifest.parts[part]);
  if (lost) return `it has no ${lost}`;
  const foreign = entries.find((entry) => {
    const [top, ...rest] = entry.split('/');
    return entry !== MANIFEST && (!PARTS.includes(top) || rest.includes('..'));
  });
  if (foreign) return `it holds "${foreign}", which is no part of a backup`;
  const short = Object.entries(manifest.parts).find(([part, { files }]) => countFiles(entries, part) < files);
  return short ? `files of its part ${short[0]} are missing` : undefined;
}

/** tar, which reads and writes the archives, cannot be started. */
export function tarIsMissing() {
  return new Failure("tar is missing: install it with the system's package manager and run this again.");
}

/** Reports that artifacts and traces are outside of a backup; undefined if they are in it. */
export function objectsElsewhere({ objects }) {
  return objects && `The artifacts and traces of jobs are not in it but in ${objects}: back that up by its own means.`;
}

// Links count here and not in the manifest, so this is at least the number there.
function countFiles(entries, part) {
  return entries.filter((entry) => entry.startsWith(`${part}/`) && !entry.endsWith('/')).length;
}

function parseManifest(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
