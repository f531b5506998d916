import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gitEnvironment } from '../process/environment.js';
import { GitError, GitOutputLimit, GitTimeout, GitUnavailable, RepositoryMissing } from '../process/errors.js';
import type {
  Asked,
  FailureKind,
  Libgit2Message,
  Libgit2Questions,
  Question,
  QuestionName,
} from './libgit2-question.js';

const PROGRAM = fileURLToPath(new URL('./libgit2-child.js', import.meta.url));
/** Crashes during one question after which the question counts as their cause. */
const ATTEMPTS = 2;

/** Milliseconds that an answer may take. */
export interface Libgit2Times {
  readonly answerMs: number;
}

type Failed = Extract<Libgit2Message, { failure: FailureKind }>;

class Waiting {
  attempts = 0;

  constructor(
    readonly question: Question,
    readonly resolve: (answer: unknown) => void,
    readonly reject: (reason: unknown) => void,
  ) {}
}

/**
 * Process that has loaded libgit2 and answers questions sent as messages. libgit2 cannot be cancelled and its memory cannot be bounded, so the
 * process is killed when an answer takes too long. It is started again for the next question, and for the other questions that waited in it.
 */
export class Libgit2Host {
  readonly #waiting = new Map<number, Waiting>();
  #program: ChildProcess | null = null;
  #count = 0;
  #closed = false;

  private constructor(
    private readonly folder: string,
    private readonly times: Libgit2Times,
  ) {}

  /** Throws GitUnavailable when the package in the folder cannot be loaded. */
  static async open(folder: string, times: Libgit2Times): Promise<Libgit2Host> {
    const host = new Libgit2Host(folder, times);
    const program = host.#start();
    const ending = new AbortController();
    program.once('exit', (code, signal) => ending.abort(new GitUnavailable(`it ended with ${signal ?? code}`)));
    const [message] = (await once(program, 'message', { signal: ending.signal }).catch((error: Error) => {
      throw error.cause ?? error;
    })) as [Libgit2Message];
    if ('unusable' in message) {
      await host.close();
      throw new GitUnavailable(message.unusable);
    }
    return host;
  }

  /** Process id, for diagnosis. */
  get pid(): number | undefined {
    return this.#program?.pid;
  }

  /** Throws RepositoryMissing, GitOutputLimit, GitTimeout, GitUnavailable, GitError with libgit2's message, or the reason of the signal. */
  async ask<Name extends QuestionName>(
    question: Question<Name>,
    signal?: AbortSignal,
  ): Promise<Libgit2Questions[Name]['answers']> {
    signal?.throwIfAborted();
    if (this.#closed) throw new GitUnavailable('libgit2 is closed');
    const number = (this.#count += 1);
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(number, new Waiting(question, resolve, reject));
    });
    const onAbort = (): void => this.#take(number)?.reject(signal?.reason);
    const timer = setTimeout(() => this.#giveUp(number), this.times.answerMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#send(number);
    try {
      return (await answered) as Libgit2Questions[Name]['answers'];
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const program = this.#program;
    for (const number of [...this.#waiting.keys()]) this.#take(number)!.reject(new GitUnavailable('libgit2 is closed'));
    if (program === null) return;
    program.ref();
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
  }

  #start(): ChildProcess {
    const program = fork(PROGRAM, [this.folder], {
      cwd: '/',
      // As for git itself: no secrets of the service, and no configuration of this machine's users.
      env: { ...gitEnvironment(), HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' },
      // nodegit makes its buffers in a way that Node warns of.
      execArgv: ['--expose-gc', '--no-deprecation'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    this.#program = program;
    program.on('message', (message: Libgit2Message) => this.#receive(message));
    program.on('error', () => program.kill('SIGKILL'));
    program.once('exit', (code, signal) => this.#ended(program, `${signal ?? code}`));
    return program;
  }

  #send(number: number): void {
    const waiting = this.#waiting.get(number);
    if (waiting === undefined) return;
    waiting.attempts += 1;
    const program = this.#program ?? this.#start();
    program.ref();
    program.channel?.ref();
    const message: Asked = { number, question: waiting.question };
    // A process that is ending accepts no messages. Its exit then makes the question be asked again.
    program.send(message, () => undefined);
  }

  #receive(message: Libgit2Message): void {
    if (!('number' in message)) return;
    const waiting = this.#take(message.number);
    if (waiting === undefined) return;
    if ('answer' in message) waiting.resolve(bufferedIn(message.answer));
    else waiting.reject(errorOf(waiting.question, message));
  }

  #giveUp(number: number): void {
    const waiting = this.#take(number);
    if (waiting === undefined) return;
    waiting.reject(new GitTimeout(`libgit2 took longer than ${this.times.answerMs} ms to ${waiting.question.name}`));
    this.#program?.kill('SIGKILL');
  }

  #ended(program: ChildProcess, how: string): void {
    if (this.#program === program) this.#program = null;
    if (this.#closed) return;
    for (const [number, waiting] of [...this.#waiting]) {
      if (waiting.attempts < ATTEMPTS) this.#send(number);
      else this.#take(number)!.reject(new GitUnavailable(`libgit2 ended with ${how}`));
    }
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
  }

  /** Lets the service exit while the process is idle. */
  #rest(): void {
    this.#program?.unref();
    this.#program?.channel?.unref();
  }
}

/** Returns byte arrays as Buffers. */
function bufferedIn(answer: unknown): unknown {
  if (answer instanceof Uint8Array) return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (typeof answer !== 'object' || answer === null || !('content' in answer)) return answer;
  return { ...answer, content: bufferedIn(answer.content) };
}

function errorOf({ name, repository }: Question, { failure, message }: Failed): Error {
  if (failure === 'missing') return new RepositoryMissing(repository);
  return failure === 'limit' ? new GitOutputLimit(message) : new GitError(`libgit2 ${name}`, null, null, message);
}
