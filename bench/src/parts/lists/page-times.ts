import type { ApiClient } from '@hearth/testing';
import { median } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import type { Caller, ListRequest } from './scale-requests.js';

const PAGES = [1, 100] as const;
const WARM_UP = 2;
const REQUESTS = 9;
/** Milliseconds, of the median. */
const MOST = { list: 30, search: 50 } as const;

/**
 * Requests the first and the hundredth page of each list as each of its callers, one request after the other.
 * @param progress called with each list
 * @throws for an answer other than 200: a benchmark of refusals says nothing
 */
export async function pageTimes(
  lists: readonly ListRequest[],
  clients: Readonly<Record<Caller, ApiClient>>,
  progress: (line: string) => void,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { path, callers } of lists) {
    progress(path);
    for (const caller of callers)
      for (const page of PAGES) measurements.push(await pageTime(clients[caller], path, page, caller));
  }
  return measurements;
}

async function pageTime(client: ApiClient, path: string, page: number, caller: Caller): Promise<Measurement> {
  const times: number[] = [];
  let items = 0;
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const begun = performance.now();
    const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`);
    const milliseconds = performance.now() - begun;
    items = answer.expect(200).json<unknown[]>().length;
    if (request >= WARM_UP) times.push(milliseconds);
  }
  return {
    name: `${path}, ${caller}, page ${page}`,
    unit: 'ms',
    value: median(times),
    goal: { atMost: path.includes('search=') ? MOST.search : MOST.list },
    detail: `${items} records, slowest ${Math.max(...times).toFixed(0)} ms`,
  };
}
