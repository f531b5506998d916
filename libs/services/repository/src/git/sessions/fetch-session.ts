import type { Readable, Writable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { Exit } from '../process/child.js';
import { spawnGit, type GitProcess } from '../process/spawn.js';
import type { ReadRights } from '../reads/read-rights.js';
import { answerBundleRequest, offeringBundles, type BundleOffer } from '../bundles/bundle-uri.js';
import { hiddenFrom, parseGitProtocol } from '../transport/advertise.js';
import { packetGroups } from './fetch-packets.js';
import { packet } from '../transport/pkt-line.js';
import { atMost, chunksOf, MAX_REQUEST_BYTES } from '../transport/request-body.js';
import { copyStream, Transfer, type TransferTimes } from '../transport/transfer.js';
import type { Wants } from '../transport/wants.js';

/** A fetch whose client talks to git itself: one stream for the refs and every question. */
export interface FetchSession {
  readonly body: Readable;
  /** Receives what git answers; ended here after success. */
  readonly response: Writable;
  readonly rights: ReadRights;
  /** The client's GIT_PROTOCOL. */
  readonly protocol?: string | undefined;
  /** Absent where there are no bundles. */
  readonly bundles?: BundleOffer | undefined;
  /** Whether the client may ask for the address of one. */
  readonly areBundlesOffered?: boolean;
  readonly signal?: AbortSignal;
}

/** Most bytes that a client may send: over HTTP each of its questions may be as large as {@link MAX_REQUEST_BYTES}. */
const MAX_SESSION_BYTES = 4 * MAX_REQUEST_BYTES;
const WANT = 'want ';
/** Longest download of a bundle: meanwhile the client sends nothing. */
const DOWNLOAD_MS = 60 * 60_000;
/** Exit status of git when it dies by a message. */
const DIED = 128;

/** The client wants an object that its rights do not show. */
class NotOurRef extends Error {
  constructor(readonly id: ObjectId) {
    super(`upload-pack: not our ref ${id}`);
  }
}

/**
 * Serves a fetch from the advertisement to the pack. Questions reach git only after their wants have been checked: git itself serves any id in
 * version 2 of the protocol.
 * @returns git's exit
 * @throws MalformedRequest, RequestTooLarge, ClientGone, GitTimeout, or the reason of the signal
 */
export async function fetchSession(
  repository: RepositoryPath,
  session: FetchSession,
  wants: Wants,
  { requestMs, idleMs }: TransferTimes,
): Promise<Pick<Exit, 'code' | 'stderr'>> {
  const { body, response, rights, signal } = session;
  const transfer = new Transfer({ body, response, signal, idleMs });
  const git = spawnGit(call(COMMANDS.uploadPack, { flags: { '--strict': true }, operands: [repository] }), {
    protocol: parseGitProtocol(session.protocol),
    configuration: hiddenFrom(rights),
  });
  transfer.attach(git.kill);
  try {
    const failure = await exchange(git, transfer, session, checkedBy(wants, repository, session, transfer), requestMs);
    const exit = await git.exited;
    if (transfer.failure !== undefined) throw transfer.failure;
    if (failure instanceof NotOurRef) response.write(packet(`ERR ${failure.message}\n`));
    else if (failure !== undefined) throw failure;
    response.end();
    return failure === undefined ? exit : { code: DIED, stderr: '' };
  } finally {
    transfer.end();
  }
}

type Check = (question: Buffer) => Promise<void>;

/** Copies both ways until git has ended. Returns the failure of the client's side, which ends git. */
async function exchange(
  git: GitProcess,
  transfer: Transfer,
  session: FetchSession,
  check: Check,
  requestMs: number,
): Promise<unknown> {
  const { body, response, rights } = session;
  const download = new BundleDownload(session, transfer);
  // A client that has got the refs may not keep git waiting for its question.
  transfer.limit(requestMs);
  let failure: unknown;
  const questions = async (): Promise<void> => {
    for await (const question of packetGroups(atMost(chunksOf(body), MAX_SESSION_BYTES))) {
      download.end();
      if (await download.begin(question)) continue;
      if (!rights.unreachable) await check(question);
      transfer.asked();
      transfer.met();
      await copyStream([question], git.stdin, transfer.touch);
    }
  };
  // Not awaited: a client may keep its side open until it has seen the exit status.
  void questions()
    .catch((error: unknown) => {
      failure = error;
      git.kill();
    })
    .finally(() => {
      download.end();
      git.stdin.end();
    });
  const output = git.stdout as AsyncIterable<Buffer>;
  await copyStream(session.areBundlesOffered ? offeringBundles(output) : output, response, transfer.touch);
  return failure;
}

/** Gives a client the address of a bundle, and waits while it downloads that from elsewhere. */
class BundleDownload {
  #ended: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly session: FetchSession,
    private readonly transfer: Transfer,
  ) {}

  /** Answers the command by which clients ask for bundles, and notes a clone. @returns false for any other question */
  async begin(question: Buffer): Promise<boolean> {
    const { bundles, response } = this.session;
    const asked = { protocol: parseGitProtocol(this.session.protocol), body: question };
    const answer = await answerBundleRequest(bundles, asked, (work) => this.transfer.hold(work));
    if (answer === null) return false;
    response.write(answer);
    const ended = (this.#ended = Promise.withResolvers<void>());
    void this.transfer.hold(() => ended.promise);
    this.transfer.limit(DOWNLOAD_MS);
    return true;
  }

  /** The client has asked its next question, or has gone. */
  end(): void {
    this.#ended?.resolve();
    this.#ended = undefined;
  }
}

function checkedBy(wants: Wants, repository: RepositoryPath, { rights }: FetchSession, transfer: Transfer): Check {
  return async (question) => {
    if (!question.includes(WANT)) return;
    const refused = await transfer.hold(() => wants.refused(repository, question, { rights, anonymous: false }));
    if (refused !== null) throw new NotOurRef(refused);
  };
}
