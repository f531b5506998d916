import type { Readable, Writable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { StaleFiles } from '../repositories/leftovers.js';
import { call, COMMANDS } from '../process/commands.js';
import type { Committer } from '../process/environment.js';
import { gitErrorOf, spawnGit, type GitProcess } from '../process/spawn.js';
import type { Ancestry } from '../reads/ancestry.js';
import type { RefMovement } from '../reads/ref-snapshots.js';
import type { Refs } from '../reads/refs.js';
import type { QuarantinedPush, PushChecks, PushOutcome } from './push-checks.js';
import { readPushHead, TooManyCommands, type PushHead, type ReadPushHead } from './push-head.js';
import { answerHook, readQuestion, type HookQuestion, type PushHook, type PushVerdict } from './push-hook.js';
import { updatesOf, type RefUpdate } from './push-refs.rules.js';
import { refusalReport } from './push-report.js';
import {
  atMost,
  chunksOf,
  discard,
  isCompressed,
  MAX_REQUEST_BYTES,
  plainBody,
  RequestTooLarge,
} from './request-body.js';
import { copyStream, Transfer, type TransferTimes } from './transfer.js';

export interface PushRequest {
  /** The body of `POST <repo>/git-receive-pack`. */
  readonly body: Readable;
  /** The client's Content-Encoding header. */
  readonly contentEncoding?: string;
  /**
   * Receives the response (`application/x-git-receive-pack-result`). The caller must set status and headers before. It is ended here after success,
   * and destroyed when the client disconnected or `settle` failed.
   */
  readonly response: Writable;
  /**
   * The client talks to git itself (SSH) and has got the advertisement: it keeps its side open until it has the result, which ends what is read
   * of the body.
   */
  readonly stateful?: boolean;
  /** Name and address of the pusher, for the reflog. */
  readonly committer?: Committer;
  /** Largest pack in bytes; git refuses a larger one with its own message. 0 for a push that may have none. */
  readonly maxPackBytes?: number | Promise<number>;
  readonly signal?: AbortSignal;
}

interface Running {
  readonly repository: RepositoryPath;
  readonly request: PushRequest;
  readonly checks: PushChecks;
  readonly transfer: Transfer;
  /** The request's body, inflated. */
  readonly body: Readable;
  readonly head: ReadPushHead;
  readonly movement: RefMovement;
}

type Tips = readonly (ObjectId | null)[];

interface Decision {
  readonly question: HookQuestion;
  readonly verdict: PushVerdict;
  /** Positions of the refs after the acceptance; null when git was not told to continue. */
  readonly before: Tips | null;
}

/** Milliseconds that a client may continue to send the pack of a refused push. */
const DRAIN_MS = 10 * 60_000;
const NOT_CHECKED = 'The push could not be checked. Please try again.';

/** Serves pushes. git does the work, and {@link PushChecks} run before any change becomes visible. */
export class PushReceiver {
  constructor(
    private readonly hook: PushHook,
    private readonly refs: Refs,
    private readonly ancestry: Ancestry,
    private readonly leftovers: StaleFiles,
    private readonly times: TransferTimes,
  ) {}

  /**
   * Serves one push and ends the response. Rejects with MalformedRequest or GitError while nothing has been written,
   * with the error of a check (before an acceptance the push is refused by it), with ClientGone, GitTimeout after
   * `idleMs` without a byte, or the reason of the signal. After the acceptance, a disconnect of the client changes nothing:
   * git finishes, and `settle` is called.
   */
  async receive(repository: RepositoryPath, request: PushRequest, checks: PushChecks): Promise<PushOutcome> {
    const { response, signal } = request;
    const body = plainBody(request.body, request.contentEncoding);
    const transfer = new Transfer({ body, response, signal, idleMs: this.times.idleMs });
    const movement = this.refs.movement(repository);
    transfer.limit(this.times.requestMs);
    try {
      const head = await readPushHead(body).catch(tooLong);
      transfer.met();
      if (head instanceof TooManyCommands) {
        return await refuse({ head: head.head, body, request, transfer }, head.message);
      }
      if (head === null || head.commands.length === 0) {
        if (!request.stateful) await drain(body, request, transfer);
        response.end();
        return { kind: 'empty' };
      }
      const named = updatesOf(head.commands);
      if ('refuse' in named) return await refuse({ head, body, request, transfer }, named.refuse);
      return await this.#run({ repository, request, checks, transfer, body, head, movement }, named.updates);
    } catch (error) {
      if (error instanceof RequestTooLarge) discard(request.body);
      throw transfer.failure ?? error;
    } finally {
      movement.lose();
      transfer.end();
    }
  }

  async #run(running: Running, updates: readonly RefUpdate[]): Promise<PushOutcome> {
    const { request, transfer, body, head } = running;
    const { git, verdict } = await this.#startWhileAsking(running, updates);
    if ('refuse' in verdict) return refuse(running, verdict.refuse);
    const feeding = Promise.allSettled([
      copyStream(bounded(headThenRest(head, body), request), git.stdin, transfer.touch).finally(() => git.stdin.end()),
    ]);
    const [, decided] = await Promise.allSettled([
      copyStream(git.stdout as AsyncIterable<Buffer>, request.response, transfer.answering),
      this.#decide(git, running),
      request.stateful ? undefined : feeding,
    ]);
    const exit = await git.exited;
    const decision = decided.status === 'fulfilled' ? decided.value : null;
    if (decision !== null && 'accept' in decision.verdict) return this.#settle(running, decision);
    const [fed] = await feeding;
    if (transfer.failure !== undefined) throw transfer.failure;
    if (fed.status === 'rejected') throw fed.reason;
    if (!transfer.answered && exit.code !== 0) throw gitErrorOf(git.call, exit);
    if (decision === null && (await this.#mayHaveMoved(running.repository, updates))) {
      // The client has got git's report; it believes one whose response ends.
      request.response.destroy();
      throw new Error(`git asked nothing before it moved refs of ${running.repository}: its hook is gone`);
    }
    request.response.end();
    if (decided.status === 'rejected') throw decided.reason;
    return decision !== null && 'refuse' in decision.verdict
      ? { kind: 'refused', message: decision.verdict.refuse }
      : { kind: 'failed' };
  }

  /**
   * Starts git and runs the check of the commands in parallel. git takes some milliseconds to start, and reads nothing before the commands are
   * accepted.
   */
  async #startWhileAsking(
    running: Running,
    updates: readonly RefUpdate[],
  ): Promise<{ git: GitProcess; verdict: PushVerdict }> {
    const { checks, head, transfer } = running;
    const [started, asked] = await Promise.allSettled([
      this.#start(running),
      transfer.hold(async () => checks.checkCommands({ updates, options: head.options })),
    ]);
    const isAccepted = asked.status === 'fulfilled' && 'accept' in asked.value;
    if (started.status === 'fulfilled' && !isAccepted) started.value.kill();
    if (asked.status === 'rejected') throw asked.reason;
    if (started.status === 'rejected') throw started.reason;
    return { git: started.value, verdict: asked.value };
  }

  async #start({ repository, request, transfer }: Running): Promise<GitProcess> {
    const [hooksPath, maxPackBytes] = await Promise.all([
      this.hook.path(),
      request.maxPackBytes,
      this.leftovers.sweepOnce(repository),
    ]);
    const config = {
      'core.hooksPath': hooksPath,
      ...(maxPackBytes !== undefined && { 'receive.maxInputSize': String(Math.max(1, maxPackBytes)) }),
    };
    const git = spawnGit(
      call(COMMANDS.receivePack, { config, flags: { '--stateless-rpc': true }, operands: [repository] }),
      { extraPipes: 2, committer: request.committer },
    );
    transfer.attach(git.hangUp);
    // Further bytes of the client are read and discarded.
    void git.exited.then(() => transfer.limit(DRAIN_MS)).catch(() => undefined);
    return git;
  }

  /** Answers git's hook; returns null when git ended without running it. */
  async #decide(git: GitProcess, { repository, checks, transfer, movement }: Running): Promise<Decision | null> {
    const [asking, answering] = git.extraPipes;
    const question = await readQuestion(asking!);
    if (question === null) return null;
    const isFastForward = async ({ from, to }: RefUpdate): Promise<boolean> =>
      from === null || to === null || this.ancestry.contains(repository, from, to, question.quarantine ?? undefined);
    const push: QuarantinedPush = { ...question, isFastForward };
    const refused: PushVerdict = { refuse: NOT_CHECKED };
    let verdict: PushVerdict = refused;
    let before: Tips | null = null;
    try {
      verdict = await transfer.hold(async () => checks.beforeRefsMove(push));
      if ('accept' in verdict) {
        transfer.shelter();
        movement.begin();
        // Read while there is no other writer. When a client repeats its push, the refs may already be at their targets.
        before = await this.#tips(repository, question.updates);
      }
    } finally {
      answerHook(answering!, 'accept' in verdict && before === null ? refused : verdict);
    }
    return { question, verdict, before };
  }

  /**
   * Returns whether refs of a push that git has not asked about are at their targets, or cannot be read. git does without a hook that has vanished
   * since it was checked, as with all files of a lost storage. Pushes that it refuses by itself are not asked about either.
   */
  async #mayHaveMoved(repository: RepositoryPath, updates: readonly RefUpdate[]): Promise<boolean> {
    const tips = await this.#tips(repository, updates);
    return tips === null || updates.some(({ to }, index) => tips[index] === to);
  }

  /** Returns the positions of the refs; null when they cannot be read. */
  #tips(repository: RepositoryPath, updates: readonly RefUpdate[]): Promise<Tips | null> {
    return this.refs
      .tips(
        repository,
        updates.map(({ ref }) => ref),
      )
      .catch(() => null);
  }

  async #settle(
    { repository, request, checks, movement }: Running,
    { question, before }: Decision,
  ): Promise<PushOutcome> {
    try {
      const after =
        before === null
          ? []
          : await this.refs.tips(
              repository,
              question.updates.map(({ ref }) => ref),
            );
      movement.end(before === null ? undefined : question.updates.map(({ ref }, index) => [ref, after[index] ?? null]));
      const moved = question.updates.filter(
        ({ to }, index) => before !== null && before[index] !== to && after[index] === to,
      );
      await checks.settle(moved);
      request.response.end();
      // Loads the refs into the cache for the next list and the next push.
      void this.refs.shown(repository).catch(() => undefined);
      return { kind: 'settled', moved };
    } catch (error) {
      request.response.destroy();
      throw error;
    }
  }
}

/** Returns the error if the command list is too long, which is refused in git's protocol. Throws all other errors. */
function tooLong(error: unknown): TooManyCommands {
  if (error instanceof TooManyCommands) return error;
  throw error;
}

async function* headThenRest(head: ReadPushHead, body: Readable): AsyncGenerator<Buffer> {
  yield* head.chunks;
  yield* chunksOf(body);
}

async function refuse(
  { head, body, request, transfer }: Pick<Running, 'body' | 'request' | 'transfer'> & { head: PushHead },
  message: string,
): Promise<PushOutcome> {
  const report = refusalReport(head, message);
  if (request.stateful) {
    // It reads while it sends, and may wait for the report before it ends its side.
    request.response.write(report);
    await drain(body, request, transfer);
    request.response.end();
  } else {
    // A client that is still sending its pack does not read. Without this, the response would be lost in a broken connection.
    await drain(body, request, transfer);
    request.response.end(report);
  }
  return { kind: 'refused', message };
}

/** Reads the rest of a body and discards it. */
async function drain(body: Readable, request: PushRequest, transfer: Transfer): Promise<void> {
  transfer.limit(DRAIN_MS);
  for await (const _ of bounded(chunksOf(body), request)) transfer.touch();
  transfer.met();
}

/** Bounds a compressed push like any other request once it is inflated. git itself refuses a pack that is too large. */
function bounded(chunks: AsyncIterable<Buffer>, { contentEncoding }: PushRequest): AsyncIterable<Buffer> {
  return isCompressed(contentEncoding) ? atMost(chunks, MAX_REQUEST_BYTES) : chunks;
}
