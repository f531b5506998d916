import pg from 'pg';
import type { Hearth } from './hearth.js';

const PROJECTS = 20;

const INSERT_JOBS = `
  with made as (
    insert into ci.pipelines (iid, project_id, ref, tag, sha, source, status)
    select 1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id')), project, 'main', false, sha, 'push', 'pending'
    from generate_series(1, $2::int) n, unnest($1::bigint[], $3::text[]) as of(project, sha)
    returning id, project_id, sha)
  insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, queued_at, options)
  select made.id, made.project_id, 'build', 'main', made.sha, 'test', 'job ' || n, 'pending', now(), '{"script": ["make"]}'
  from made, generate_series(1, $4::int) n order by n, made.id`;

/** The ci of a Hearth: runners, jobs made of rows alone, and a table beside them for the same without Hearth. */
export class CiSeed {
  private constructor(
    readonly client: pg.Client,
    private readonly url: string,
    private readonly hearth: Hearth,
    private readonly projectIds: readonly number[],
    /** Commits of the pipelines: one of each project. */
    private readonly commits: readonly string[],
  ) {}

  static async open(hearth: Hearth): Promise<CiSeed> {
    const url = await hearth.databaseUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const projectIds: number[] = [];
    const commits: string[] = [];
    for (let number = 0; number < PROJECTS; number++) {
      const { id } = await hearth.createProject(`built-${number}`);
      const actions = [{ action: 'create', file_path: 'README.md', content: 'Built' }];
      const commit = { branch: 'main', commit_message: 'Add README.md', actions };
      projectIds.push(id);
      commits.push((await hearth.create<{ id: string }>(`/projects/${id}/repository/commits`, commit)).id);
    }
    await client.query('insert into ci.projects (id) select unnest($1::bigint[]) on conflict do nothing', [projectIds]);
    await client.query(`
      create schema bare;
      create table bare.jobs (id bigint primary key, status text not null, token_hash text, trace_size bigint not null default 0);
      create index on bare.jobs (id) where status = 'pending';
      create table bare.chunks (job_id bigint, start bigint, content bytea, primary key (job_id, start))`);
    return new CiSeed(client, url, hearth, projectIds, commits);
  }

  /** New shared runners. @returns their tokens */
  async runners(count: number): Promise<string[]> {
    const tokens: string[] = [];
    const body = { runner_type: 'instance_type' };
    while (tokens.length < count)
      tokens.push((await this.hearth.create<{ token: string }>('/user/runners', body)).token);
    return tokens;
  }

  /** Has so many jobs wait, in pipelines of ten, on both sides; what waited or ran before is over. */
  async wait(jobs: number): Promise<void> {
    await this.client.query(`update ci.jobs set status = 'canceled' where status in ('pending', 'running')`);
    await this.client.query(INSERT_JOBS, [this.projectIds, jobs / PROJECTS / 10, this.commits, 10]);
    await this.client.query('truncate bare.jobs, bare.chunks');
    await this.client.query(
      `insert into bare.jobs (id, status) select n, 'pending' from generate_series(1, $1::int) n`,
      [jobs],
    );
    await this.client.query('vacuum analyze ci.jobs, ci.pipelines, bare.jobs');
  }

  /** Connections to the same PostgreSQL, as many as a process of Hearth has for one service. */
  pool(): pg.Pool {
    return new pg.Pool({ connectionString: this.url, max: 10 });
  }

  /** Transactions so far of all sessions: single statements are one each. Sessions report theirs within ten seconds. */
  async transactions(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    const { rows } = await this.client.query<{ count: string }>(
      'select xact_commit as count from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]!.count);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
