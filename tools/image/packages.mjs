import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The part of a lock file that some packages need to run: themselves and what they depend on, from where Node finds it.
 * @param {Record<string, object>} locked `packages` of package-lock.json
 * @param {string[]} names of packages in the root's node_modules
 * @returns {Record<string, object>} by place, sorted
 * @throws an Error when the lock file lacks one
 */
export function lockedClosure(locked, names) {
  const found = new Set();
  const visit = (from, name, optional) => {
    const place = lookUp(locked, from, name);
    if (place === undefined) {
      if (optional) return;
      throw new Error(`package-lock.json has no ${name}, which ${from || 'the service'} needs`);
    }
    if (found.has(place)) return;
    found.add(place);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = locked[place];
    for (const each of Object.keys(optionalDependencies)) visit(place, each, true);
    for (const each of Object.keys(dependencies)) visit(place, each, each in optionalDependencies);
    for (const each of Object.keys(peerDependencies)) {
      if (!peerDependenciesMeta[each]?.optional) visit(place, each, false);
    }
  };
  for (const name of names) visit('', name, false);
  return Object.fromEntries([...found].sort().map((place) => [place, locked[place]]));
}

/** Returns the place where Node finds a package that one at `from` imports. */
function lookUp(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (locked[place]) return place;
    if (folder === '') return undefined;
  }
}

/**
 * Puts installed packages into another folder, without copying where both are on one file system: the files of packages never change.
 * Optional ones for other systems are left out, since they are not installed.
 */
export function linkPackages(places, from, to) {
  for (const place of places) {
    if (existsSync(path.join(from, place))) linkFiles(path.join(from, place), path.join(to, place));
  }
}

/** All of a package's folder but the packages inside of it, which have places of their own. */
function linkFiles(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else link(source, target);
  }
}

function link(source, target) {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(source, target);
  }
}
