import type { Readable, Writable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { MAX_SHARED_REQUEST } from '../pack-cache/fetch-request.js';
import type { AnswerSource } from '../pack-cache/pack-answer.js';
import { packCacheMetrics } from '../pack-cache/pack-cache-metrics.js';
import type { SharedAnswers } from '../pack-cache/shared-answers.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitErrorOf, spawnGit, type GitProcess } from '../process/spawn.js';
import type { ReadRights } from '../reads/read-rights.js';
import { hiddenFrom, parseGitProtocol } from './advertise.js';
import { answerBundleRequest, type BundleOffer } from '../bundles/bundle-uri.js';
import { packet } from './pkt-line.js';
import {
  atMost,
  beginningOf,
  chunksOf,
  discard,
  MAX_REQUEST_BYTES,
  plainBody,
  RequestTooLarge,
} from './request-body.js';
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
  /** Absent where there are no bundles. */
  readonly bundles?: BundleOffer | undefined;
  /** Thrown when the repository lacks an object that the client wants, because another one may have it. */
  readonly elsewhere?: Error | undefined;
  /**
   * Receives the response (`application/x-git-upload-pack-result`). The caller must set status and headers before. It is ended here after success,
   * and destroyed when the client disconnected.
   */
  readonly response: Writable;
  readonly signal?: AbortSignal;
  /**
   * Called once no git works for the request: as soon as others' answer is sent, or when its own git has ended, which may be later than the request
   * when others read its answer. May be called twice.
   */
  readonly release?: () => void;
}

/** Filters of partial clones. Others cost too much: `sparse:oid` matches every path of the history against patterns. */
const FILTERS: Readonly<Record<string, string>> = {
  'uploadpackfilter.allow': 'false',
  'uploadpackfilter.blob:none.allow': 'true',
  'uploadpackfilter.blob:limit.allow': 'true',
  'uploadpackfilter.tree.allow': 'true',
  'uploadpackfilter.object:type.allow': 'true',
  'uploadpackfilter.combine.allow': 'true',
};

/** Serves fetches, equal ones by one git where there is a cache. */
export class UploadPack {
  constructor(
    private readonly wants: Wants,
    private readonly times: TransferTimes,
    private readonly sharedAnswers: SharedAnswers | null,
  ) {}

  /**
   * Serves one fetch: streams the request into git and its response back, at the pace of the slower side, or sends the answer to an equal request. Rejects
   * with MalformedRequest, RequestTooLarge, GitTimeout or GitError while nothing has been written (the caller can still respond with a status),
   * SignInWanted, SlowReader, ClientGone, GitTimeout, or the reason of the signal.
   */
  async serve(repository: RepositoryPath, request: FetchRequest): Promise<void> {
    const body = this.#bodyOf(request);
    const { response, signal } = request;
    const transfer = new Transfer({ body, response, signal, idleMs: this.times.idleMs });
    transfer.limit(this.times.requestMs);
    const fetch = new Fetch(repository, request, transfer);
    try {
      await this.#answer(fetch, atMost(chunksOf(body), MAX_REQUEST_BYTES));
    } catch (error) {
      if (error instanceof RequestTooLarge) discard(request.body);
      throw error;
    } finally {
      transfer.end();
      if (!fetch.hasGit) request.release?.();
    }
  }

  /** A request whose encoding is unknown is refused before it can have a git, which would release its slot. */
  #bodyOf({ body, contentEncoding, release }: FetchRequest): Readable {
    try {
      return plainBody(body, contentEncoding);
    } catch (error) {
      release?.();
      throw error;
    }
  }

  async #answer(fetch: Fetch, body: AsyncIterable<Buffer>): Promise<void> {
    const { rights, response, elsewhere } = fetch.request;
    const isChecked = !rights.unreachable || elsewhere !== undefined;
    // Requests whose wants are not checked are streamed into git.
    const { bytes, rest } = await fetch.read(body, isChecked ? MAX_REQUEST_BYTES : MAX_SHARED_REQUEST);
    if (rest === null && (await fetch.offerBundles(bytes))) return;
    if (isChecked) {
      const refused = await fetch.transfer.hold(() => this.#refused(fetch, bytes));
      fetch.check();
      if (refused !== null) return void response.end(packet(`ERR upload-pack: not our ref ${refused}\n`));
    }
    const isShared = rest === null && bytes.length <= MAX_SHARED_REQUEST && !rights.ownRefs;
    if (isShared && this.sharedAnswers !== null && (await fetch.share(this.sharedAnswers, bytes))) return;
    await fetch.serveAlone(joined(bytes, rest));
  }

  /** Returns the first wanted id that is hidden from the client. Throws as {@link Wants.refused}, and what the request has for ids that are not here. */
  async #refused({ repository, request }: Fetch, bytes: Buffer): Promise<ObjectId | null> {
    const { rights, elsewhere } = request;
    if (elsewhere !== undefined && (await this.wants.lacks(repository, bytes))) throw elsewhere;
    return rights.unreachable ? null : this.wants.refused(repository, bytes, request);
  }
}

/** One fetch between a client and a git. */
class Fetch {
  readonly #protocol: string | undefined;
  readonly #configuration: Readonly<Record<string, string>>;
  #git: GitProcess | undefined;

  constructor(
    readonly repository: RepositoryPath,
    readonly request: FetchRequest,
    readonly transfer: Transfer,
  ) {
    this.#protocol = parseGitProtocol(request.protocol);
    this.#configuration = { ...FILTERS, ...hiddenFrom(request.rights) };
  }

  /** Whether a git was started, which releases the slot at its end. */
  get hasGit(): boolean {
    return this.#git !== undefined;
  }

  /** Throws the reason for which the transfer was ended, if it was. */
  check(): void {
    if (this.transfer.failure !== undefined) throw this.transfer.failure;
  }

  /** Reads the beginning of the request. */
  async read(body: AsyncIterable<Buffer>, mostBytes: number): ReturnType<typeof beginningOf> {
    try {
      return await beginningOf(body, mostBytes, this.transfer.touch);
    } catch (error) {
      throw this.transfer.failure ?? error;
    }
  }

  /** Answers the command by which clients ask for bundles, and notes a clone. @returns false for any other request */
  async offerBundles(body: Buffer): Promise<boolean> {
    const { response, bundles } = this.request;
    const asked = { protocol: this.#protocol, body };
    const answer = await answerBundleRequest(bundles, asked, (work) => this.transfer.hold(work));
    if (answer === null) return false;
    this.check();
    response.end(answer);
    return true;
  }

  /** Sends the answer to all equal requests; returns false when there is none. */
  async share(sharedAnswers: SharedAnswers, body: Buffer): Promise<boolean> {
    const { transfer, request } = this;
    const asked = { body, protocol: this.#protocol, configuration: this.#configuration };
    const shared = await transfer.hold(() => sharedAnswers.read(this.repository, asked, () => this.#sourceOf(body)));
    if (shared === null) return false;
    const { reader, isHit } = shared;
    if (isHit) request.release?.();
    transfer.attach(reader.leave);
    transfer.asked();
    try {
      await copyStream(reader, request.response, transfer.answering);
      this.check();
      request.response.end();
    } catch (error) {
      throw transfer.failure ?? error;
    } finally {
      reader.leave();
      if (isHit) packCacheMetrics.served.inc(reader.offset);
    }
    return true;
  }

  /** Streams the request into a git and its answer back. */
  async serveAlone(question: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const { transfer, request } = this;
    const git = this.#start();
    transfer.attach(git.kill);
    const asking = copyStream(question, git.stdin, transfer.touch);
    const [asked] = await Promise.allSettled([
      asking.then(transfer.asked, stopAnd(git.kill)).finally(() => git.stdin.end()),
      copyStream(git.stdout as AsyncIterable<Buffer> & Readable, request.response, transfer.answering),
    ]);
    const exit = await git.exited;
    this.check();
    if (asked.status === 'rejected') throw asked.reason;
    // A client that only negotiates closes the connection, and git exits with an error: the response was complete.
    if (exit.code !== 0 && !transfer.answered) throw gitErrorOf(git.call, exit);
    request.response.end();
  }

  /** Starts a git that answers the whole request. A failed one without an answer is an error; with one, git has said why. */
  #sourceOf(body: Buffer): AnswerSource {
    const git = this.#start();
    git.stdin.end(body);
    let answered = false;
    const output = async function* (): AsyncGenerator<Buffer> {
      for await (const bytes of git.stdout as AsyncIterable<Buffer>) {
        answered = true;
        yield bytes;
      }
    };
    const ended = git.exited.then((exit) => {
      if (exit.code !== 0 && !answered) throw gitErrorOf(git.call, exit);
      return exit.code === 0;
    });
    ended.catch(() => undefined);
    return { output: output(), ended, stop: git.kill };
  }

  #start(): GitProcess {
    const flags = { '--strict': true, '--stateless-rpc': true };
    const asked = call(COMMANDS.uploadPack, { flags, operands: [this.repository] });
    this.#git = spawnGit(asked, { protocol: this.#protocol, configuration: this.#configuration });
    const release = (): void => this.request.release?.();
    this.#git.exited.then(release, release);
    return this.#git;
  }
}

async function* joined(beginning: Buffer, rest: AsyncIterable<Buffer> | null): AsyncGenerator<Buffer> {
  if (beginning.length > 0) yield beginning;
  if (rest !== null) yield* rest;
}

function stopAnd(stop: () => void): (error: unknown) => never {
  return (error) => {
    stop();
    throw error;
  };
}
