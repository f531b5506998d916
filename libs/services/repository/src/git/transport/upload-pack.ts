import type { Readable, Writable } from 'node:stream';
import type { RepositoryPath } from '../names/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitErrorOf, spawnGit } from '../process/spawn.js';
import { parseGitProtocol } from './advertise.js';
import { plainBody } from './request-body.js';
import { pour, Transfer } from './transfer.js';

export interface FetchRequest {
  /** The body of `POST <repo>/git-upload-pack`. */
  readonly body: Readable;
  /** The client's Content-Encoding header. */
  readonly contentEncoding?: string;
  /** The client's Git-Protocol header. */
  readonly protocol?: string;
  /**
   * Where the answer (`application/x-git-upload-pack-result`) goes; status and headers are the caller's and must be set
   * before. Ended here when all went well, destroyed when the client is gone.
   */
  readonly response: Writable;
  readonly signal?: AbortSignal;
}

/**
 * Serves one fetch: streams the request into git and its answer back, at the pace of the slower side. Rejects with
 * MalformedRequest or GitError while nothing has been written (the caller can still answer with a status), ClientGone,
 * GitTimeout after `idleMs` without a byte, or the reason of the signal.
 */
export async function uploadPack(repository: RepositoryPath, request: FetchRequest, idleMs: number): Promise<void> {
  const { response, signal } = request;
  const body = plainBody(request.body, request.contentEncoding);
  const transfer = new Transfer({ body, response, signal, idleMs });
  try {
    const git = spawnGit(
      call(COMMANDS.uploadPack, { flags: { '--strict': true, '--stateless-rpc': true }, operands: [repository] }),
      { protocol: parseGitProtocol(request.protocol) },
    );
    transfer.attach(git.kill);
    let answered = false;
    const answering = (): void => {
      answered = true;
      transfer.touch();
    };
    const asking = pour(body, git.stdin, transfer.touch).finally(() => git.stdin.end());
    const [asked] = await Promise.allSettled([
      asking,
      pour(git.stdout as AsyncIterable<Buffer> & Readable, response, answering),
    ]);
    const exit = await git.exited;
    if (transfer.failure !== undefined) throw transfer.failure;
    if (asked.status === 'rejected') throw asked.reason;
    // A client that only negotiates hangs up on git, which counts it as an error of its own: the answer was whole.
    if (exit.code !== 0 && !answered) throw gitErrorOf(git.call, exit);
    response.end();
  } finally {
    transfer.end();
  }
}
