import type { Filled, Forge, ForgePage } from '../../forges/forge.js';
import { load, median, type LoadResult } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 16;

/** A server with what it holds. */
export type Side = readonly [forge: Forge, filled: Filled];

interface Request {
  readonly name: string;
  readonly goal: number;
  /** Median of the times of ours, in milliseconds, at most; without a goal where undefined. */
  readonly p50?: number;
  readonly urls: readonly [ours: string, theirs: string];
  readonly headers: readonly [ours: Forge['headers'], theirs: Forge['headers']];
}

/** Requests a second as a multiple of the peer's, at least. */
const READ_GOALS = {
  'the caller': 3,
  'a user': 4,
  'list of projects': 12,
  'a project': 6,
  'list of groups': 4,
  'list of issues': 5,
  'an issue': 5,
  'notes of an issue': 4,
  'list of merge requests': 5,
  'changes of a merge request': 5,
  'list of branches': 5,
  'list of commits': 5,
  'text of a file': 5,
} as const;
const PAGE_GOALS = { goal: 3, p50: 60 } as const;
/** The page that Hearth shows to signed-in users only, as its API does. */
const SIGNED_IN: ForgePage = 'list of merge requests';

/** Requests a second of each read at 16 connections, in turns with the peer's. */
export function forgeReads([a, ofA]: Side, [b, ofB]: Side): Promise<Measurement[]> {
  const [ours, theirs] = [a.reads(ofA), b.reads(ofB)];
  return compareAll(
    Object.entries(READ_GOALS).map(([name, goal]) => {
      const read = name as keyof typeof READ_GOALS;
      return { name: `API: ${name}`, goal, urls: [ours[read], theirs[read]], headers: [a.headers, b.headers] };
    }),
  );
}

/** The same of pages as anonymous visitors get them, where both servers show them to anonymous visitors. */
export async function forgePages([a, ofA]: Side, [b, ofB]: Side): Promise<Measurement[]> {
  const theirs = b.pages(ofB);
  const signedIn = [await a.signedIn(), await b.signedIn()] as const;
  return compareAll(
    Object.entries(a.pages(ofA)).map(([name, url]) => {
      const urls = [url, theirs[name as ForgePage]] as const;
      const headers = name === SIGNED_IN ? signedIn : ([{}, {}] as const);
      return { name: `page: ${name}`, ...PAGE_GOALS, urls, headers };
    }),
  );
}

async function compareAll(requests: readonly Request[]): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const request of requests) measurements.push(...(await compare(request)));
  return measurements;
}

async function compare({ name, goal, p50, urls, headers }: Request): Promise<Measurement[]> {
  const rounds: (readonly [LoadResult, LoadResult])[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const results = [await loadOf(urls[0], headers[0]), await loadOf(urls[1], headers[1])] as const;
    // Both sides compile and cache in the first round.
    if (round > 0) rounds.push(results);
  }
  const figure = (side: 0 | 1, of: keyof LoadResult) => median(rounds.map((results) => results[side][of]));
  const bytes = await Promise.all(urls.map((url, side) => sizeOf(url, headers[side]!)));
  const shown = ([0, 1] as const).map(
    (side) =>
      `${figure(side, 'requestsPerSecond').toFixed(0)}/s, p50 ${figure(side, 'p50').toFixed(1)} ms, ${(bytes[side]! / 1024).toFixed(0)} KB`,
  );
  const ratio = {
    name,
    unit: "of Gitea's requests a second",
    value: median(rounds.map(([a, b]) => a.requestsPerSecond / b.requestsPerSecond)),
    goal: { atLeast: goal },
    detail: shown.join(' against '),
  };
  if (p50 === undefined) return [ratio];
  const detail = `against ${figure(1, 'p50').toFixed(1)} ms`;
  return [ratio, { name: `${name}, p50`, unit: 'ms', value: figure(0, 'p50'), goal: { atMost: p50 }, detail }];
}

function loadOf(url: string, headers: Forge['headers']): Promise<LoadResult> {
  return load({ url, headers, connections: CONNECTIONS, seconds: SECONDS });
}

async function sizeOf(url: string, headers: Forge['headers']): Promise<number> {
  return (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
}
