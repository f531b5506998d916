import type { Measurement } from '../system/measurement.js';
import { startPeer } from '../system/child.js';
import type { Hearth } from '../system/hearth.js';
import { load, median } from '../system/load.js';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 8;
const PATH = '/api/v4/projects';
/** Connections, and the part of the bare requests a second that there should be. */
const GOALS = [
  [1, 0.25],
  [16, 0.2],
] as const;

/** GET /projects/:id with a token against bare Fastify with one prepared lookup, in turns on the same PostgreSQL. */
export async function projectRead(hearth: Hearth): Promise<Measurement[]> {
  const peer = await startPeer('fastify-lookup', { DATABASE_URL: await hearth.databaseUrl() });
  try {
    const { id } = await hearth.createProject('read');
    const ours = { url: `${hearth.url}${PATH}/${id}`, headers: { 'private-token': hearth.token } };
    const bare = { url: `${peer.url}/projects/7` };
    const results: Measurement[] = [];
    // Both sides compile what is hot before anything counts.
    for (const side of [ours, bare]) await load({ ...side, connections: 16, seconds: WARM_UP_SECONDS });
    for (const [connections, goal] of GOALS) results.push(await compare(ours, bare, connections, goal));
    return results;
  } finally {
    await peer.stop();
  }
}

async function compare(
  ours: { url: string; headers: Record<string, string> },
  bare: { url: string },
  connections: number,
  atLeast: number,
): Promise<Measurement> {
  const rates: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const a = await load({ ...ours, connections, seconds: SECONDS });
    const b = await load({ ...bare, connections, seconds: SECONDS });
    rates.push({ ours: a.requestsPerSecond, bare: b.requestsPerSecond });
  }
  const rate = (side: 'ours' | 'bare') => Math.round(median(rates.map((round) => round[side])));
  return {
    name: `GET /projects/:id, ${connections} connection${connections === 1 ? '' : 's'}`,
    unit: 'of bare Fastify + pg',
    value: median(rates.map((round) => round.ours / round.bare)),
    goal: { atLeast },
    detail: `${rate('ours')}/s against ${rate('bare')}/s`,
  };
}
