import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { ContributorsFacts } from '../contributors/contributors.facts.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { Git } from '../git/git.js';
import type { BranchName } from '../git/refs/ref-name.js';
import { ContributorsNotCounted } from '../refusals.js';
import { RepositoryRowsStore } from '../repositories/repository-rows.store.js';
import { Storages } from '../storages/storages.js';
import type { FakeProject } from './fake-services.js';
import { GitProjects } from './git-projects.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;

beforeAll(async () => {
  ({ project, client } = await projects.start());
  await commitAs('Eve', 'eve@example.com', 1_600_000_000, 'a\nb\nc\n');
  await commitAs('Zoë', 'zoe@example.com', 1_600_000_100, 'a\nB\nc\nd\n');
  await commitAs('Eve Adams', 'eve@example.com', 1_600_000_200, 'a\n');
  await client.run(['push', '--quiet', 'origin', 'main']);
});

async function commitAs(name: string, email: string, seconds: number, content: string): Promise<void> {
  await writeFile(path.join(client.folder, 'file.txt'), content);
  await client.run(['add', '.']);
  const date = `@${seconds} +0000`;
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
  await client.run(['commit', '--quiet', '-m', 'x'], { environment: { ...author, GIT_COMMITTER_DATE: date } });
}

type Row = Record<'name' | 'email', string> & Record<'commits' | 'additions' | 'deletions', number>;

async function list(query = '', of = project): Promise<{ status: number; rows: Row[]; headers: Headers }> {
  const response = await app.send(`/api/v4/projects/${of.id}/repository/contributors${query}`, {
    as: projects.master,
  });
  return { status: response.status, rows: (await response.json()) as Row[], headers: response.headers };
}

/** Returns git's own counts for main, by address. */
async function truth(): Promise<Map<string, Omit<Row, 'name' | 'email'>>> {
  const text = await client.text('log', '--no-merges', '-M', '--numstat', '--format=>%ae', 'main');
  const counted = new Map<string, Omit<Row, 'name' | 'email'>>();
  for (const part of text.split(/^>/m).slice(1)) {
    const [email, ...lines] = part.split('\n');
    const sum = (column: number) => lines.reduce((all, line) => all + (Number(line.split('\t')[column]) || 0), 0);
    const { commits, additions, deletions } = counted.get(email!) ?? { commits: 0, additions: 0, deletions: 0 };
    counted.set(email!, { commits: commits + 1, additions: additions + sum(0), deletions: deletions + sum(1) });
  }
  return counted;
}

const asMap = (rows: readonly Row[]) =>
  new Map(rows.map(({ email, commits, additions, deletions }) => [email, { commits, additions, deletions }]));
const emails = ({ rows }: { rows: readonly Row[] }) => rows.map(({ email }) => email);
const renewed = (projectId: ProjectId) => app.get(ContributorsFacts).renew({ projectId });

describe('GET contributors', () => {
  it('counts what git counts, with the newest name, in the order of the newest commits', async () => {
    const { rows, headers } = await list('?per_page=100');
    expect(asMap(rows)).toEqual(await truth());
    expect(rows.filter(({ email }) => /^(?:eve|zoe)@/.test(email))).toMatchObject([
      { email: 'zoe@example.com', name: 'Zoë', commits: 1, additions: 2, deletions: 1 },
      { email: 'eve@example.com', name: 'Eve Adams', commits: 2, additions: 3, deletions: 3 },
    ]);
    expect([rows.length, headers.get('x-total')]).toEqual([3, '3']);
  });

  it('is ordered on request', async () => {
    const newest = emails(await list());
    expect(emails(await list('?sort=desc'))).toEqual([...newest].reverse());
    expect(emails(await list('?order_by=email'))).toEqual([...newest].sort());
    expect(emails(await list('?order_by=email&sort=desc'))).toEqual([...newest].sort().reverse());
    const { rows } = await list('?order_by=commits&sort=desc');
    expect(rows[0]).toMatchObject({ email: 'eve@example.com' });
    const names = (await list('?order_by=name')).rows.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(emails(await list('?per_page=1&page=2'))).toEqual(newest.slice(1, 2));
    expect((await list('?order_by=date')).rows).toEqual({ error: 'order_by does not have a valid value' });
  });

  it('follows pushes, merges left out', async () => {
    await client.run(['checkout', '--quiet', '-b', 'side', 'HEAD~1']);
    await commitAs('Side', 'side@example.com', 1_600_000_300, 'other\n');
    await client.run(['checkout', '--quiet', 'main']);
    await client.run(['merge', '--quiet', '-X', 'ours', '-m', 'merge', 'side']);
    await client.run(['push', '--quiet', 'origin', 'main']);
    await renewed(project.id);
    expect(asMap((await list()).rows)).toEqual(await truth());
    await commitAs('Eve', 'eve@example.com', 1_600_000_400, 'one\n');
    await client.run(['push', '--quiet', 'origin', 'main']);
    // Without the job, the request counts the new commits.
    expect(asMap((await list()).rows)).toEqual(await truth());
  });

  it('follows a branch that was rewritten', async () => {
    const { project: other, client: theirs } = await projects.start();
    expect((await list('', other)).rows).toHaveLength(1);
    await theirs.run(['commit', '--quiet', '--amend', '--author', 'New <new@example.com>', '-m', 'again']);
    await theirs.run(['push', '--quiet', 'origin', 'main:refs/heads/rewritten']);
    const repository = app.get(Storages).pathOf('here', other.id);
    await app.get(Git).refsWriter.setHead(repository, 'rewritten' as BranchName);
    expect(emails(await list('', other))).toEqual(['new@example.com']);
  });

  it('is empty where nothing was pushed', async () => {
    const { status, rows, headers } = await list('', projects.make());
    expect([status, rows, headers.get('x-total')]).toEqual([200, [], '0']);
  });

  it('does not wait for ever: the count goes on without the request', async () => {
    const { project: other } = await projects.start();
    const request = { orderBy: 'newest', sort: 'asc', request: { page: 1, perPage: 20 } } as const;
    await expect(app.get(ContributorsFacts).page(other.id, request, 0)).rejects.toThrow(
      ContributorsNotCounted().message,
    );
    expect((await list('', other)).rows).toHaveLength(1);
  });

  it('answers concurrent requests with one count', async () => {
    const { project: other } = await projects.start();
    const answers = await Promise.all(Array.from({ length: 5 }, () => list('', other)));
    for (const { rows } of answers) expect(rows).toMatchObject([{ commits: 1 }]);
  });
});

describe('after a push', () => {
  const pushed = (projectId: ProjectId) => {
    const occurredAt = new Date().toISOString();
    const change = { sequence: 1, ref: 'refs/heads/x', oldId: null, newId: null, userId: 1, defaultBranch: null };
    const origin = { pushId: '00000000-0000-0000-0000-000000000000', via: 'http' as const };
    return app.database.tx((tx) =>
      app.get(OnRefUpdated).handle({ projectId, occurredAt, ...change, ...origin }, { tx } as Delivery),
    );
  };
  const jobs = async (projectId: ProjectId) => {
    const sql = `select count(*)::int from repository_jobs.job where name = 'count-contributors/here' and singleton_key = $1`;
    return (await app.database.query<{ count: number }>(sql, [String(projectId)]))[0]!.count;
  };

  it('counts new commits once for all pushes, after a first request', async () => {
    const { project: other } = await projects.start();
    await pushed(other.id);
    expect(await jobs(other.id)).toBe(0);
    await list('', other);
    for (let push = 0; push < 3; push += 1) await pushed(other.id);
    expect(await jobs(other.id)).toBe(1);
  });
});

describe('a deleted project', () => {
  it('leaves no contributors behind', async () => {
    const { project: other } = await projects.start();
    await list('', other);
    const db = app.database;
    for (const deleteSome of app.get(RepositoryRowsStore).deletions(other.id)) await db.tx(deleteSome);
    const rows = await db.query(
      'select project_id from contributors where project_id = $1 union all select project_id from contributor_counts where project_id = $1',
      [other.id],
    );
    expect(rows).toEqual([]);
  });
});
