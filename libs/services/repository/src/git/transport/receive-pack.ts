import type { Readable, Writable } from 'node:stream';
import type { ObjectId } from '../names/object-id.js';
import type { RepositoryPath } from '../names/paths.js';
import type { Leftovers } from '../life/leftovers.js';
import { call, COMMANDS } from '../process/commands.js';
import type { Committer } from '../process/environment.js';
import { gitErrorOf, spawnGit, type GitProcess } from '../process/spawn.js';
import type { Ancestry } from '../reads/ancestry.js';
import type { Refs } from '../reads/refs.js';
import type { ArrivedPush, PushChecks, PushOutcome } from './push-checks.js';
import { readPushHead, type ReadPushHead } from './push-head.js';
import { answerHook, readQuestion, type HookQuestion, type PushHook, type PushVerdict } from './push-hook.js';
import { updatesOf, type RefUpdate } from './push-refs.rules.js';
import { refusalReport } from './push-report.js';
import { plainBody } from './request-body.js';
import { pour, Transfer } from './transfer.js';

export interface PushRequest {
  /** The body of `POST <repo>/git-receive-pack`. */
  readonly body: Readable;
  /** The client's Content-Encoding header. */
  readonly contentEncoding?: string;
  /**
   * Where the answer (`application/x-git-receive-pack-result`) goes; status and headers are the caller's and must be
   * set before. Ended here when all went well, destroyed when the client is gone or `settle` failed.
   */
  readonly response: Writable;
  /** Who pushes, for the reflog. */
  readonly committer?: Committer;
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
}

type Tips = readonly (ObjectId | null)[];

interface Decision {
  readonly question: HookQuestion;
  readonly verdict: PushVerdict;
  /** Where the refs were after the acceptance; null when git was not told to go on. */
  readonly before: Tips | null;
}

const NOT_CHECKED = 'The push could not be checked. Please try again.';

/** Serves pushes: git does the work, and {@link PushChecks} are asked before anything becomes visible. */
export class PushReceiver {
  constructor(
    private readonly hook: PushHook,
    private readonly refs: Refs,
    private readonly ancestry: Ancestry,
    private readonly leftovers: Leftovers,
    private readonly idleMs: number,
  ) {}

  /**
   * Serves one push and ends the response. Rejects with MalformedRequest or GitError while nothing has been written,
   * with what a check threw (before an acceptance the push is refused by it), with ClientGone, GitTimeout after
   * `idleMs` without a byte, or the reason of the signal. A client that leaves after the acceptance changes nothing:
   * git finishes, and `settle` is called.
   */
  async receive(repository: RepositoryPath, request: PushRequest, checks: PushChecks): Promise<PushOutcome> {
    const { response, signal } = request;
    const body = plainBody(request.body, request.contentEncoding);
    const transfer = new Transfer({ body, response, signal, idleMs: this.idleMs });
    try {
      const head = await readPushHead(body);
      if (head === null || head.commands.length === 0) {
        await drain(body, transfer);
        response.end();
        return { kind: 'empty' };
      }
      const running: Running = { repository, request, checks, transfer, body, head };
      const verdict = await this.#announce(running);
      return 'refuse' in verdict ? await this.#refuse(running, verdict.refuse) : await this.#run(running);
    } catch (error) {
      throw transfer.failure ?? error;
    } finally {
      transfer.end();
    }
  }

  async #announce({ head, checks, transfer }: Running): Promise<PushVerdict> {
    const named = updatesOf(head.commands);
    if ('refuse' in named) return named;
    return transfer.hold(async () => checks.checkCommands({ updates: named.updates, options: head.options }));
  }

  async #refuse({ head, body, request, transfer }: Running, message: string): Promise<PushOutcome> {
    // A client that still sends its pack does not read: the answer would be lost in a broken connection.
    await drain(body, transfer);
    request.response.end(refusalReport(head, message));
    return { kind: 'refused', message };
  }

  async #run(running: Running): Promise<PushOutcome> {
    const { request, transfer, body, head } = running;
    const git = await this.#start(running);
    let answered = false;
    const answering = (): void => {
      answered = true;
      transfer.touch();
    };
    const [fed, , decided] = await Promise.allSettled([
      pour(headThenRest(head, body), git.stdin, transfer.touch).finally(() => git.stdin.end()),
      pour(git.stdout as AsyncIterable<Buffer>, request.response, answering),
      this.#decide(git, running),
    ]);
    const exit = await git.exited;
    const decision = decided.status === 'fulfilled' ? decided.value : null;
    if (decision !== null && 'accept' in decision.verdict) return this.#settle(running, decision);
    if (transfer.failure !== undefined) throw transfer.failure;
    if (fed.status === 'rejected') throw fed.reason;
    if (!answered && exit.code !== 0) throw gitErrorOf(git.call, exit);
    request.response.end();
    if (decided.status === 'rejected') throw decided.reason;
    return decision !== null && 'refuse' in decision.verdict
      ? { kind: 'refused', message: decision.verdict.refuse }
      : { kind: 'failed' };
  }

  async #start({ repository, request, transfer }: Running): Promise<GitProcess> {
    await this.leftovers.sweepOnce(repository);
    const config = { 'core.hooksPath': await this.hook.path() };
    const git = spawnGit(
      call(COMMANDS.receivePack, { config, flags: { '--stateless-rpc': true }, operands: [repository] }),
      { extraPipes: 2, committer: request.committer },
    );
    transfer.attach(git.hangUp);
    return git;
  }

  /** Answers git's hook; null when git ended without having asked. */
  async #decide(git: GitProcess, { repository, checks, transfer }: Running): Promise<Decision | null> {
    const [asking, answering] = git.extraPipes;
    const question = await readQuestion(asking!);
    if (question === null) return null;
    const isFastForward = async ({ from, to }: RefUpdate): Promise<boolean> =>
      from === null || to === null || this.ancestry.contains(repository, from, to, question.quarantine ?? undefined);
    const push: ArrivedPush = { ...question, isFastForward };
    const refused: PushVerdict = { refuse: NOT_CHECKED };
    let verdict: PushVerdict = refused;
    let before: Tips | null = null;
    try {
      verdict = await transfer.hold(async () => checks.beforeRefsMove(push));
      if ('accept' in verdict) {
        transfer.shelter();
        // Read here, where nobody else may write: a client that repeats its push finds the refs where it wants them.
        before = await this.#tips(repository, question);
      }
    } finally {
      answerHook(answering!, 'accept' in verdict && before === null ? refused : verdict);
    }
    return { question, verdict, before };
  }

  /** Where the refs are; null when that cannot be told. */
  #tips(repository: RepositoryPath, { updates }: HookQuestion): Promise<Tips | null> {
    return this.refs
      .tips(
        repository,
        updates.map(({ ref }) => ref),
      )
      .catch(() => null);
  }

  async #settle({ repository, request, checks }: Running, { question, before }: Decision): Promise<PushOutcome> {
    try {
      const after =
        before === null
          ? []
          : await this.refs.tips(
              repository,
              question.updates.map(({ ref }) => ref),
            );
      const moved = question.updates.filter(
        ({ to }, index) => before !== null && before[index] !== to && after[index] === to,
      );
      await checks.settle(moved);
      request.response.end();
      return { kind: 'settled', moved };
    } catch (error) {
      request.response.destroy();
      throw error;
    }
  }
}

async function* headThenRest(head: ReadPushHead, body: Readable): AsyncGenerator<Buffer> {
  yield* head.chunks;
  yield* body as AsyncIterable<Buffer>;
}

/** Reads the rest of a body and throws it away. */
async function drain(body: Readable, transfer: Transfer): Promise<void> {
  for await (const _ of body as AsyncIterable<Buffer>) transfer.touch();
}
