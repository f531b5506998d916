import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import pg from 'pg';
import type { Benchmark } from './benchmark.js';
import type { Hearth } from './hearth.js';

/** Time for a push of hundreds of megabytes while the machine has other work. */
const LONG_MS = 10 * 60_000;

/** A project with a repository, and a client that pushes to it. */
export interface PushedProject {
  readonly id: number;
  readonly url: string;
  readonly git: Git;
}

/** A Hearth with a process for each of its storages, and the rows of its repositories. */
export class StorageSide {
  private projects = 0;

  private constructor(
    readonly hearth: Hearth,
    private readonly folder: string,
    readonly client: pg.Client,
  ) {}

  /** @param name of its folder */
  static async start(
    benchmark: Benchmark,
    name: string,
    settings: Record<string, string>,
    storages = 2,
  ): Promise<StorageSide> {
    const hearth = await benchmark.start('split', settings, name, { storages });
    const client = new pg.Client({ connectionString: await hearth.databaseUrl() });
    await client.connect();
    benchmark.atEnd(() => client.end());
    const folder = path.join(benchmark.folder, `${name}-clients`);
    await mkdir(folder);
    return new StorageSide(hearth, folder, client);
  }

  /** Creates a project and pushes a first commit to its branch `main`. */
  async project(): Promise<PushedProject> {
    const name = `project-${(this.projects += 1)}`;
    const { id, http_url_to_repo: url } = await this.hearth.createProject(name);
    const git = new Git(path.join(this.folder, name));
    await mkdir(git.folder);
    await git.run(['init', '--quiet', '-b', 'main']);
    await git.run(['remote', 'add', 'origin', url.replace('http://', `http://root:${this.hearth.token}@`)]);
    const project = { id, url: await git.text('remote', 'get-url', 'origin'), git };
    await commit(project);
    await push(project);
    return project;
  }

  /** Waits until no copy lacks a change. */
  async settle(): Promise<void> {
    const behind = 'select 1 from repository.repository_copies where behind_since is not null limit 1';
    while ((await this.client.query(behind)).rowCount !== 0) await this.client.query('select pg_sleep(0.01)');
  }

  /** Processes of the service repository. */
  async owners(): Promise<{ name: string; pid: number }[]> {
    return (await this.hearth.processes()).filter(({ name }) => name.startsWith('repository-'));
  }
}

/** Adds an empty commit to the client's branch. */
export async function commit({ git }: PushedProject): Promise<void> {
  await git.run(['commit', '--quiet', '--allow-empty', '-m', 'One more']);
}

/** Pushes the client's branch. */
export async function push({ git }: PushedProject): Promise<void> {
  await git.run(['push', '--quiet', 'origin', 'HEAD:refs/heads/main'], { timeoutMs: LONG_MS });
}
