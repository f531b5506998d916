import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { call, COMMANDS } from '../process/commands.js';
import { GitError } from '../process/errors.js';
import { runGit } from '../process/run.js';
import { gitErrorOf, spawnGit } from '../process/spawn.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';

/** A file with objects of a repository, which needs no other file. */
export interface WrittenPack {
  /** git's checksum of the content. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

const MAX_MS = 4 * 60 * 60_000;
const MOST_OUTPUT = 512 * 1024 * 1024;
const CHECKSUM_BYTES = 20;
/** Offset of the number of objects in a pack's header. */
const COUNT_AT = 8;

/**
 * Writes every object that ids reach into one file, without those that `known` ids reach. Pushes and upkeep may go on meanwhile: git finds objects
 * that have moved to other packs, as in any fetch.
 * @param known ids whose history the caller has; those that the repository no longer has are ignored
 * @returns null when there is no such object
 * @throws GitError when an object is missing
 */
export async function writePack(
  repository: RepositoryPath,
  ids: readonly ObjectId[],
  known: readonly ObjectId[],
  file: string,
): Promise<WrittenPack | null> {
  const present = await presentOf(repository, known);
  try {
    return await write(repository, ids, present, file);
  } catch (error) {
    // Of a history that nothing reaches any more, git may have removed a part.
    if (!(error instanceof GitError) || present.length === 0) throw error;
    return write(repository, ids, [], file);
  }
}

async function write(
  repository: RepositoryPath,
  ids: readonly ObjectId[],
  known: readonly ObjectId[],
  file: string,
): Promise<WrittenPack | null> {
  const flags = { '--stdout': true, '--revs': true, '--delta-base-offset': true, '-q': true };
  const git = spawnGit(call(COMMANDS.packObjects, { repository, flags }));
  git.stdin.end([...ids, '--not', ...known, ''].join('\n'));
  await pipeline(git.stdout, createWriteStream(file, { mode: 0o600 }));
  const exit = await git.exited;
  if (exit.code !== 0) throw gitErrorOf(git.call, exit);
  return describe(file);
}

async function describe(file: string): Promise<WrittenPack | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const count = await handle.read(Buffer.alloc(4), 0, 4, COUNT_AT);
    if (count.buffer.readUInt32BE() === 0) return null;
    const sum = await handle.read(Buffer.alloc(CHECKSUM_BYTES), 0, CHECKSUM_BYTES, size - CHECKSUM_BYTES);
    return { id: sum.buffer.toString('hex'), size };
  } finally {
    await handle.close();
  }
}

async function presentOf(repository: RepositoryPath, ids: readonly ObjectId[]): Promise<ObjectId[]> {
  if (ids.length === 0) return [];
  const asked = call(COMMANDS.catFileBatch, { repository, flags: { '--batch-command': true } });
  const input = ids.map((id) => `info ${id}\n`).join('');
  const { stdout } = await runGit(asked, { input, timeoutMs: MAX_MS, maxOutputBytes: MOST_OUTPUT });
  const lines = stdout.toString('latin1').split('\n');
  return ids.filter((_, index) => !lines[index]!.endsWith(' missing'));
}

/**
 * Adds a pack to a repository. git computes the id of each object in it from its content.
 * @returns the checksum of what was read
 * @throws GitError for a damaged pack
 */
export async function addPack(repository: RepositoryPath, content: Readable): Promise<string> {
  const asked = call(COMMANDS.indexPack, { repository, flags: { '--stdin': true } });
  const { stdout } = await runGit(asked, { input: content, timeoutMs: MAX_MS });
  return stdout.toString('latin1').trim().split('\t')[1] ?? '';
}

/**
 * Creates refs in a repository without any, and checks that it has every object that they reach.
 * @throws GitError when an object is missing
 */
export async function createRefs(repository: RepositoryPath, refs: Readonly<Record<string, string>>): Promise<void> {
  const input = Object.entries(refs)
    .map(([ref, id]) => `create ${ref} ${id}\n`)
    .join('');
  await runGit(call(COMMANDS.updateRefStdin, { repository, flags: { '--stdin': true } }), { input, timeoutMs: MAX_MS });
  await runGit(call(COMMANDS.packRefs, { repository, flags: { '--all': true } }), { timeoutMs: MAX_MS });
  const flags = { '--connectivity-only': true, '--no-dangling': true, '--no-progress': true };
  await runGit(call(COMMANDS.fsck, { repository, flags }), { timeoutMs: MAX_MS, maxOutputBytes: MOST_OUTPUT });
}
