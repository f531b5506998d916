import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { ifMissing } from './exists.js';

/** Content of the `.keep` file of a pack that is shared with a fork. The files of running pushes have another content. */
const SHARED = 'shared with a fork\n';

/** Smaller packs are not shared: one more file for git to search costs more than their size. */
const SHARED_FROM_BYTES = 1024 * 1024;
/** Packs with less than this part of all bytes are repacked with others, so that the number of shared packs stays small. */
const SHARED_PART = 1 / 32;

/** Returns the paths of the packs of objects in use, without their suffixes. Kept packs and packs of set-aside objects are excluded. */
export async function packsOf(repository: RepositoryPath): Promise<string[]> {
  const files = new Set(await filesOfPacks(repository));
  return named(files, '.pack')
    .filter((name) => !files.has(`${name}.keep`) && !files.has(`${name}.mtimes`))
    .map((name) => pathOf(repository, name));
}

/** Names of all files among the packs; none for a missing repository. */
export async function filesOfPacks(repository: RepositoryPath): Promise<string[]> {
  return readdir(path.join(repository, 'objects/pack')).catch(ifMissing([]));
}

/**
 * Marks the large packs of a repository as kept before they are linked into a fork. If one of the two repacked them, their space would be used
 * twice. The mark is linked with the pack, so that the fork keeps it as well.
 */
export async function keepSharedPacks(repository: RepositoryPath): Promise<void> {
  const packs = await Promise.all(
    (await packsOf(repository)).map(async (pack) => ({ pack, bytes: (await stat(`${pack}.pack`)).size })),
  );
  const all = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = packs.filter(({ bytes }) => bytes >= Math.max(SHARED_FROM_BYTES, all * SHARED_PART));
  for (const { pack } of large) await writeFile(`${pack}.keep`, SHARED, { flush: true });
}

/** Allows repacks of packs that no other repository shares any more: the last fork or its source was deleted. */
export async function releaseUnsharedPacks(repository: RepositoryPath): Promise<void> {
  for (const name of named(new Set(await filesOfPacks(repository)), '.keep')) {
    const pack = pathOf(repository, name);
    const links = (await stat(`${pack}.pack`).catch(ifMissing(null)))?.nlink ?? 0;
    const isOurs = links <= 1 && (await readFile(`${pack}.keep`, 'utf8').catch(ifMissing(''))) === SHARED;
    if (isOurs) await rm(`${pack}.keep`, { force: true });
  }
}

function named(files: ReadonlySet<string>, suffix: string): string[] {
  return [...files].filter((file) => file.endsWith(suffix)).map((file) => file.slice(0, -suffix.length));
}

function pathOf(repository: RepositoryPath, name: string): string {
  return path.join(repository, 'objects/pack', name);
}
