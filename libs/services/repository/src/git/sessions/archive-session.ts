import type { Readable, Writable } from 'node:stream';
import { call, COMMANDS } from '../process/commands.js';
import type { Exit } from '../process/child.js';
import { spawnGit } from '../process/spawn.js';
import type { ReadRights } from '../reads/read-rights.js';
import type { Refs } from '../reads/refs.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseRefName, type RefName } from '../refs/ref-name.js';
import { parseRemoteArchive, remoteArchivePackets, type RemoteArchive } from './archive-request.rules.js';
import { FLUSH, MalformedRequest, packet, sideBand } from '../transport/pkt-line.js';
import { chunksOf } from '../transport/request-body.js';
import { copyStream, Transfer, type TransferTimes } from '../transport/transfer.js';

/** `git archive --remote`: the client sends its arguments and gets the archive. */
export interface ArchiveSession {
  readonly body: Readable;
  /** Ended here after success. */
  readonly response: Writable;
  readonly rights: ReadRights;
  readonly signal?: AbortSignal;
}

/** Sixty-four arguments are far smaller. */
const MOST_BYTES = 256 * 1024;
/** Exit status of git when it dies by a message. */
const DIED = 128;

/**
 * Serves an archive. Only refs that the client may read are known to it: git itself would also serve hidden ones.
 * @returns git's exit
 * @throws MalformedRequest, ClientGone, GitTimeout, or the reason of the signal
 */
export async function archiveSession(
  repository: RepositoryPath,
  { body, response, rights, signal }: ArchiveSession,
  refs: Refs,
  { requestMs, idleMs }: TransferTimes,
): Promise<Pick<Exit, 'code' | 'stderr'>> {
  const transfer = new Transfer({ body, response, signal, idleMs });
  try {
    transfer.limit(requestMs);
    const asked = await readRequest(body).catch((error: unknown) => {
      throw transfer.failure ?? error;
    });
    transfer.met();
    const found = await withFullName(asked, repository, rights, refs);
    if (found === null) {
      response.end(noSuchRef(asked.treeish!));
      return { code: DIED, stderr: '' };
    }
    const git = spawnGit(call(COMMANDS.uploadArchive, { operands: [repository] }));
    transfer.attach(git.kill);
    git.stdin.end(remoteArchivePackets(found));
    await copyStream(git.stdout as AsyncIterable<Buffer>, response, transfer.touch);
    const exit = await git.exited;
    if (transfer.failure !== undefined) throw transfer.failure;
    response.end();
    return exit;
  } finally {
    transfer.end();
  }
}

async function readRequest(body: Readable): Promise<RemoteArchive> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(body)) {
    bytes = Buffer.concat([bytes, chunk]);
    const asked = parseRemoteArchive(bytes);
    if (asked !== null) return asked;
    if (bytes.length > MOST_BYTES) break;
  }
  throw new MalformedRequest('the arguments of the archive do not end');
}

/** Returns the request with the full name of its ref; null when the client sees no such ref. */
async function withFullName(
  asked: RemoteArchive,
  repository: RepositoryPath,
  rights: ReadRights,
  refs: Refs,
): Promise<RemoteArchive | null> {
  if (asked.treeish === undefined) return asked;
  const colon = asked.treeish.indexOf(':');
  const name = colon === -1 ? asked.treeish : asked.treeish.slice(0, colon);
  const readable = await refs.readable(repository, rights.mergeRequestHeads);
  const full = name === 'HEAD' ? await refs.head(repository) : fullNames(name).find((ref) => readable.has(ref));
  if (full === undefined || full === null || !readable.has(full)) return null;
  return { ...asked, treeish: colon === -1 ? full : full + asked.treeish.slice(colon) };
}

/** The refs that git's rules try for a name. */
function fullNames(name: string): RefName[] {
  const tried = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`];
  return tried.map(parseRefName).filter((ref) => ref !== null);
}

/** The answer of git's own server. */
function noSuchRef(treeish: string): Buffer {
  const message = Buffer.from(`fatal: no such ref: ${treeish.replace(/[\x00-\x1f\x7f]/g, ' ').slice(0, 200)}\n`);
  return Buffer.concat([
    packet('ACK\n'),
    FLUSH,
    sideBand(2, message),
    sideBand(3, Buffer.from('archive failed\n')),
    FLUSH,
  ]);
}
