import { RARE_FILE } from '../transport/git-history.js';
import type { GitSides } from '../transport/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import { load, median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';

const ROUNDS = 3;
const SECONDS = 3;
const SPAWNS = 15;
const CONNECTIONS = 16;

/** Reads of git data: lists against git commands that print the same, single objects against a read of the project's row. */
export async function gitReads(hearth: Hearth, sides: GitSides): Promise<Measurement[]> {
  const project = `${hearth.url}/api/v4/projects/${sides.projectId}`;
  const headers = { 'private-token': hearth.token };
  const repository = `${project}/repository`;
  const [blob] = await sides.source.lines('rev-parse', `main:${RARE_FILE}`);
  const [commit] = await sides.source.lines('rev-parse', 'main~5');
  const deep = Math.floor(sides.size.commits / 20) - 5;
  const page = Math.min(500, deep);
  const log = ['log', '-20', '--format=raw'];
  const lists: [string, string, string[], number][] = [
    ['commits, first page', `${repository}/commits`, log, 2],
    [`commits, page ${page}`, `${repository}/commits?page=${page}`, [...log, `--skip=${20 * (page - 1)}`], 2],
    ['commits of a path', `${repository}/commits?path=${encodeURIComponent(RARE_FILE)}`, [...log, '--', RARE_FILE], 2],
    ['branches', `${repository}/branches`, ['for-each-ref', 'refs/heads'], 1],
  ];
  const single: [string, string][] = [
    ['tree', `${repository}/tree?path=src/part-1`],
    ['blob', `${repository}/blobs/${blob}/raw`],
    ['single commit', `${repository}/commits/${commit}`],
  ];
  for (const url of [project, ...lists.map(([, each]) => each), ...single.map(([, each]) => each)])
    await load({ url, headers, connections: CONNECTIONS, seconds: SECONDS });
  const results: Measurement[] = [];
  for (const [name, url, argv, atMost] of lists)
    results.push(await againstGit(sides, { name, url, headers, argv, atMost }));
  for (const [name, url] of single)
    results.push(await againstProject(name, { url, headers }, { url: project, headers }));
  return results;
}

interface List {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly argv: readonly string[];
  readonly atMost: number;
}

async function againstGit(sides: GitSides, { name, url, headers, argv, atMost }: List): Promise<Measurement> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { p50 } = await load({ url, headers, connections: 1, seconds: SECONDS });
    const spawned: number[] = [];
    for (let run = 0; run < SPAWNS; run++) {
      const started = performance.now();
      await sides.source.run(argv);
      spawned.push(performance.now() - started);
    }
    rounds.push([p50, median(spawned)]);
  }
  const [ours, theirs] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  return {
    name: `${name}, 1 connection`,
    unit: `times git ${argv[0]} spawned`,
    value: median(rounds.map(([a, b]) => a / b)),
    goal: { atMost },
    detail: `${ours.toFixed(1)} ms against ${theirs.toFixed(1)} ms`,
  };
}

interface Read {
  readonly url: string;
  readonly headers: Record<string, string>;
}

async function againstProject(name: string, read: Read, project: Read): Promise<Measurement> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await load({ ...read, connections: CONNECTIONS, seconds: SECONDS });
    const base = await load({ ...project, connections: CONNECTIONS, seconds: SECONDS });
    rounds.push([ours.requestsPerSecond, base.requestsPerSecond]);
  }
  const rate = (side: 0 | 1) => Math.round(median(rounds.map((round) => round[side])));
  return {
    name: `${name}, ${CONNECTIONS} connections`,
    unit: "of GET /projects/:id's requests a second",
    value: median(rounds.map(([a, b]) => a / b)),
    goal: { atLeast: 0.5 },
    detail: `${rate(0)}/s against ${rate(1)}/s`,
  };
}
