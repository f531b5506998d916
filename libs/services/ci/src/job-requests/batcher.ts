import { AsyncLocalStorage } from 'node:async_hooks';

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: Error) => void;
  /** Enters the context of the call, with its origin. */
  readonly enter: <T>(work: () => T) => T;
}

/**
 * Handles calls in batches, as a group commit does: those that arrive while a batch runs are the next one. A call that finds none running
 * starts at once and alone.
 */
export class Batcher<Input, Output> {
  /** Calls that wait for the running batch with their key. */
  private readonly waiting = new Map<string, Call<Input, Output>[]>();

  /**
   * @param most calls of a batch
   * @param handle returns the outputs in the order of the inputs; it runs in the context of the first call
   */
  constructor(
    private readonly most: number,
    private readonly handle: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  ) {}

  /**
   * Handles one input, with others of the same key. After a batch that has failed, each of its calls is handled alone.
   * @throws the errors of `handle` with this input alone
   */
  run(input: Input, key = ''): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const call = { input, resolve, reject, enter: AsyncLocalStorage.snapshot() };
    const others = this.waiting.get(key);
    if (others) others.push(call);
    else void this.handleAll(key, [call]);
    return promise;
  }

  private async handleAll(key: string, calls: Call<Input, Output>[]): Promise<void> {
    this.waiting.set(key, calls);
    while (calls.length > 0) await this.handleSome(calls.splice(0, this.most));
    this.waiting.delete(key);
  }

  private async handleSome(calls: readonly Call<Input, Output>[]): Promise<void> {
    try {
      const outputs = await calls[0]!.enter(() => this.handle(calls.map(({ input }) => input)));
      calls.forEach(({ resolve }, index) => resolve(outputs[index]!));
    } catch (error) {
      if (calls.length === 1) calls[0]!.reject(error as Error);
      else await Promise.all(calls.map((call) => this.handleSome([call])));
    }
  }
}
