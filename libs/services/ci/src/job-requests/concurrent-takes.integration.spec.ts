import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';

const RUNNERS = 50;
const PROJECTS = 4;
/** Jobs of a project, every third one with a tag. */
const JOBS = 30;
const TAG = 'docker';

describe('fifty runners of two processes', () => {
  const app = CiApp.inBlock();
  let elsewhere: CiApp;

  beforeAll(async () => {
    elsewhere = await CiApp.startOn(app.testDatabase);
  });
  afterAll(() => elsewhere.stop());

  /** Takes jobs until there are none. */
  async function drain(client: RunnerClient): Promise<TakenJob[]> {
    const taken: TakenJob[] = [];
    for (let job = await client.take(); job; job = await client.take()) taken.push(job);
    return taken;
  }

  it('get each job once, by their tags, and each job is running with its own token', async () => {
    const tagged = new Set<number>();
    const all: number[] = [];
    const waiting = Array.from({ length: JOBS }, (_, n) => ({ name: `${n}`, tags: n % 3 === 0 ? [TAG] : [] }));
    for (let count = 0; count < PROJECTS; count++) {
      const project = app.others.addProject();
      elsewhere.others.projects.set(project.card.id, project);
      const { jobs } = await makePipeline(app, project, waiting);
      all.push(...jobs);
      for (const [index, id] of jobs.entries()) if (index % 3 === 0) tagged.add(id);
    }
    const clients: RunnerClient[] = [];
    for (let n = 0; n < RUNNERS; n++) {
      const body = n % 2 === 0 ? { tag_list: [TAG] } : {};
      clients.push(await RunnerClient.register(n < RUNNERS / 2 ? app : elsewhere, 'shared', body));
    }
    const before = app.database.statementCount + elsewhere.database.statementCount;
    const taken = await Promise.all(clients.map(drain));
    const statements = app.database.statementCount + elsewhere.database.statementCount - before;
    const ids = taken.flat().map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    const ofUntagged = taken.filter((_, n) => n % 2 === 1).flat();
    expect(ofUntagged.filter(({ id }) => tagged.has(id))).toEqual([]);
    expect(statements / all.length).toBeLessThan(6);
    const reports = await Promise.all(
      taken.flatMap((jobs, n) => jobs.map(async (job) => (await clients[n]!.put(job, { state: 'running' })).status)),
    );
    expect(new Set(reports)).toEqual(new Set([200]));
    const stored = await app.testDatabase.query(
      `select p.status, count(*)::int as jobs, count(t.secrets)::int as hidden, count(distinct j.token_hash)::int as tokens
       from pipelines p join jobs j on j.pipeline_id = p.id join job_traces t on t.job_id = j.id group by p.status`,
    );
    expect(stored).toEqual([{ status: 'running', jobs: all.length, hidden: all.length, tokens: all.length }]);
    const published = await app.testDatabase.query<{ id: number }>(
      `select jsonb_array_elements_text(data -> 'jobIds')::int as id from outbox
       where type = 'ci.jobs-updated' and data ->> 'status' = 'running' order by id`,
    );
    expect(published.map(({ id }) => id)).toEqual(all.toSorted((a, b) => a - b));
  });
});
