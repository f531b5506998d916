import autocannon from 'autocannon';

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds, with fractions: from request written to answer read. */
  p50: number;
}

/**
 * Sends requests one after the other on each connection.
 * @throws when any answer is not 2xx: a benchmark of refusals says nothing
 */
export async function load({ url, headers, connections, seconds }: Load): Promise<LoadResult> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, headers, connections, duration: seconds }, (error, outcome) =>
      error ? reject(error as Error) : resolve(outcome),
    );
    // autocannon's own histogram counts whole milliseconds, which is far too coarse here.
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { requestsPerSecond: result.requests.average, p50: median(times) };
}

/** The middle of the values; 0 of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a part of all values (0 to 1) lies below; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

/** Does some work and returns how many milliseconds it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
