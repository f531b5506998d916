import { threadId } from 'node:worker_threads';

// Tasks of the specs.

export function thread(): number {
  return threadId;
}

export function echo<Value>(value: Value): Value {
  return value;
}

/** Runs until it is ended. */
export function spin(): never {
  for (;;);
}

/** Sets one flag to report that it runs, and waits until the spec changes the other. */
export function hold(flags: Int32Array): void {
  Atomics.store(flags, 1, 1);
  Atomics.notify(flags, 1);
  Atomics.wait(flags, 0, 0);
}

export function fill(): number {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => `${kept.length} ${n}`));
}

export function recurse(): number {
  return 1 + recurse();
}

export function fail(message: string): never {
  throw new TypeError(message);
}

export function environment(): NodeJS.ProcessEnv {
  return { ...process.env };
}
