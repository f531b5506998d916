import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { CallFailed } from '@hearth/calls';
import { withOrigin } from '@hearth/telemetry';

/** Most calls of a batch. */
const MOST_CALLS = 25;
/** Longest time that the next batch waits for the running one, in milliseconds: one that is slower does not hold up all calls. */
const SLOW_MS = 250;
/** Most batches of a key that run at the same time. */
const MOST_BATCHES = 4;
/** Most calls that are handled alone at the same time, after their batches. */
const MOST_ALONE = 4;

/** Output of a call that its batch could not handle: it is handled alone. */
export const ALONE = Symbol('alone');

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
  /** Enters the context of the call, with its origin. */
  readonly enter: <T>(work: () => T) => T;
}

/** Calls with one key. */
interface Queue<Input, Output> {
  readonly waiting: Call<Input, Output>[];
  /** Number of batches that run. */
  running: number;
  /** The one among these that the next batch waits for. */
  awaited: object | undefined;
}

/**
 * Handles calls in batches, as a group commit does: those that arrive while a batch runs are the next one. A call that finds none running
 * starts at the end of the turn of the event loop: calls that follow one earlier batch arrive in the same turn.
 */
export class Batcher<Input, Output> {
  private readonly queues = new Map<string, Queue<Input, Output>>();
  private readonly alone = pLimit(MOST_ALONE);
  /** Enters the context of the process, outside of all calls. */
  private readonly leave = AsyncLocalStorage.snapshot();

  /**
   * @param handle returns the outputs in the order of the inputs; in a batch, `ALONE` for inputs that would delay the others. A batch of several
   *   calls has an origin of its own.
   * @param most calls of a batch
   */
  constructor(
    private readonly handle: (
      inputs: readonly Input[],
      isAlone: boolean,
    ) => Promise<readonly (Output | typeof ALONE)[]>,
    private readonly most = MOST_CALLS,
  ) {}

  /**
   * Handles one input, with others of the same key. The calls of a batch that has failed are handled alone, unless a call to another service
   * has failed, which would fail for them too.
   * @throws the errors of `handle`
   */
  run(input: Input, key = ''): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const queue = this.queues.get(key) ?? { waiting: [], running: 0, awaited: undefined };
    this.queues.set(key, queue);
    queue.waiting.push({ input, resolve, reject, enter: AsyncLocalStorage.snapshot() });
    this.startNext(key, queue);
    return promise;
  }

  private startNext(key: string, queue: Queue<Input, Output>): void {
    const { waiting, running } = queue;
    if (waiting.length === 0 && running === 0) this.queues.delete(key);
    if (waiting.length === 0 || queue.awaited || running === MOST_BATCHES) return;
    const batch = {};
    const release = () => {
      if (queue.awaited === batch) queue.awaited = undefined;
      this.startNext(key, queue);
    };
    queue.running += 1;
    queue.awaited = batch;
    void endOfTurn()
      .then(async () => {
        const slow = setTimeout(release, SLOW_MS).unref();
        await this.handleSome(waiting.splice(0, this.most)).finally(() => clearTimeout(slow));
      })
      .finally(() => {
        queue.running -= 1;
        release();
      });
  }

  private async handleSome(calls: readonly Call<Input, Output>[]): Promise<void> {
    const [first] = calls;
    const handle = () =>
      this.handle(
        calls.map(({ input }) => input),
        false,
      );
    try {
      const outputs = await (calls.length === 1
        ? first!.enter(handle)
        : this.leave(() => withOrigin({ correlation: randomUUID() }, handle)));
      for (const [index, call] of calls.entries()) {
        const output = outputs[index]!;
        if (output === ALONE) this.handleAlone(call);
        else call.resolve(output);
      }
    } catch (error) {
      const isFinal = calls.length === 1 || error instanceof CallFailed;
      for (const call of calls)
        if (isFinal) call.reject(error);
        else this.handleAlone(call);
    }
  }

  private handleAlone({ input, resolve, reject, enter }: Call<Input, Output>): void {
    const handled = this.alone(() => enter(() => this.handle([input], true)));
    handled.then(([output]) => resolve(output as Output), reject);
  }
}
