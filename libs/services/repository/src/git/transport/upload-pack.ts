import type { Readable, Writable } from 'node:stream';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitErrorOf, spawnGit } from '../process/spawn.js';
import type { ReadRights } from '../reads/read-rights.js';
import { hiddenFrom, parseGitProtocol } from './advertise.js';
import { packet } from './pkt-line.js';
import { atMost, chunksOf, discard, MAX_REQUEST_BYTES, plainBody, RequestTooLarge } from './request-body.js';
import { copyStream, Transfer, type TransferTimes } from './transfer.js';
import type { Wants } from './wants.js';

export interface FetchRequest {
  /** The body of `POST <repo>/git-upload-pack`. */
  readonly body: Readable;
  /** The client's Content-Encoding header. */
  readonly contentEncoding?: string;
  /** Rights of the client. Refs and objects beyond them are refused like missing ones. */
  readonly rights: ReadRights;
  /** The client has sent no credentials. git sends them only after a 401. */
  readonly anonymous: boolean;
  /** The client's Git-Protocol header. */
  readonly protocol?: string;
  /** Thrown when the repository lacks an object that the client wants, because another one may have it. */
  readonly elsewhere?: Error | undefined;
  /**
   * Receives the response (`application/x-git-upload-pack-result`). The caller must set status and headers before. It is ended here after success,
   * and destroyed when the client disconnected.
   */
  readonly response: Writable;
  readonly signal?: AbortSignal;
}

/**
 * Serves one fetch: streams the request into git and its response back, at the pace of the slower side. Rejects with
 * MalformedRequest, RequestTooLarge, GitTimeout or GitError while nothing has been written (the caller can still respond with
 * a status), SignInWanted, ClientGone, GitTimeout, or the reason of the signal.
 */
export async function uploadPack(
  repository: RepositoryPath,
  request: FetchRequest,
  wants: Wants,
  { requestMs, idleMs }: TransferTimes,
): Promise<void> {
  const { response, signal, rights, elsewhere } = request;
  const body = plainBody(request.body, request.contentEncoding);
  const transfer = new Transfer({ body, response, signal, idleMs });
  transfer.limit(requestMs);
  try {
    let question: AsyncIterable<Buffer> | Buffer[] = atMost(chunksOf(body), MAX_REQUEST_BYTES);
    if (!rights.unreachable || elsewhere) {
      const whole = await wholeOf(question, transfer);
      if (elsewhere && (await transfer.hold(() => wants.lacks(repository, whole)))) throw elsewhere;
      const refused = rights.unreachable ? null : await transfer.hold(() => wants.refused(repository, whole, request));
      if (transfer.failure !== undefined) throw transfer.failure;
      if (refused !== null) return void response.end(packet(`ERR upload-pack: not our ref ${refused}\n`));
      question = [whole];
    }
    const git = spawnGit(
      call(COMMANDS.uploadPack, { flags: { '--strict': true, '--stateless-rpc': true }, operands: [repository] }),
      { protocol: parseGitProtocol(request.protocol), configuration: hiddenFrom(rights) },
    );
    transfer.attach(git.kill);
    const asking = copyStream(question, git.stdin, transfer.touch);
    const [asked] = await Promise.allSettled([
      asking.then(transfer.asked, stopAnd(git.kill)).finally(() => git.stdin.end()),
      copyStream(git.stdout as AsyncIterable<Buffer> & Readable, response, transfer.answering),
    ]);
    const exit = await git.exited;
    if (transfer.failure !== undefined) throw transfer.failure;
    if (asked.status === 'rejected') throw asked.reason;
    // A client that only negotiates closes the connection, and git exits with an error: the response was complete.
    if (exit.code !== 0 && !transfer.answered) throw gitErrorOf(git.call, exit);
    response.end();
  } catch (error) {
    if (error instanceof RequestTooLarge) discard(request.body);
    throw error;
  } finally {
    transfer.end();
  }
}

/** Returns all chunks of the request; fails with the reason for which the transfer was ended. */
async function wholeOf(chunks: AsyncIterable<Buffer>, transfer: Transfer): Promise<Buffer> {
  const whole: Buffer[] = [];
  try {
    for await (const chunk of chunks) {
      transfer.touch();
      whole.push(chunk);
    }
  } catch (error) {
    throw transfer.failure ?? error;
  }
  return Buffer.concat(whole);
}

function stopAnd(stop: () => void): (error: unknown) => never {
  return (error) => {
    stop();
    throw error;
  };
}
