import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ImportProgressedEvent } from '@hearth/repository-contracts';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { makeRepository, waitFor } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnImportRequested } from '../events/on-import-requested.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { ImportRepository } from './import.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let jobs: RunningJobs;

beforeAll(() => {
  jobs = startJobs(app.app);
});

afterAll(() => jobs?.stop());

const USER = 7;

async function request(project: FakeProject, url: string): Promise<void> {
  app.services.importSources.set(project.id, url);
  await app.database.tx((tx) =>
    app.get(OnImportRequested).handle({ projectId: project.id, userId: USER }, { tx } as Delivery),
  );
}

async function published({ id }: FakeProject) {
  const rows = await app.database.query<{ data: { state: string; error: string | null } }>(
    'select data from outbox where type = $1 and key = $2 order by id',
    [ImportProgressedEvent.name, String(id)],
  );
  return rows.map(({ data: { state, error } }) => (error === null ? state : `${state}: ${error}`));
}

/** Waits for the end of an import. @returns the published events */
function outcome(project: FakeProject): Promise<string[]> {
  return waitFor('the import to end', async () => {
    const states = await published(project);
    return /^(finished|failed)/.test(states.at(-1) ?? '') && states;
  });
}

/** Creates a private project in the same app, with a complete repository. */
async function source(): Promise<{ project: FakeProject; refs: string[] }> {
  const project = projects.make();
  const { git, remove } = await makeRepository('import-source');
  await git.run(['push', '--quiet', '--mirror', app.remote(project.fullPath, projects.master)]);
  const clone = await app.clientFolder(`source-${project.id}`);
  await clone.run(['clone', '--quiet', '--mirror', app.remote(project.fullPath, projects.master), '.']);
  await remove();
  return { project, refs: await clone.lines('for-each-ref') };
}

describe('an import', () => {
  it('copies every branch and tag, with credentials, and tells of each', async () => {
    const from = await source();
    const into = projects.make();
    await request(into, app.remote(from.project.fullPath, projects.reporter));
    expect(await outcome(into)).toEqual(['started', 'finished']);

    const clone = await app.clientFolder('imported');
    await clone.run(['clone', '--quiet', '--mirror', app.remote(into.fullPath, projects.reporter), '.']);
    await clone.run(['fsck', '--strict']);
    expect(await clone.lines('for-each-ref')).toEqual(from.refs);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    const journal = await projects.journal(into);
    expect(journal.published).toHaveLength(from.refs.length);
  });

  it('changes nothing when it runs again, and nothing that was pushed meanwhile', async () => {
    const from = await source();
    const into = projects.make();
    const client = await projects.client(into, projects.master);
    const own = await client.idOf('HEAD');
    await client.run(['push', '--quiet', 'origin', 'main']);
    await request(into, app.remote(from.project.fullPath, projects.reporter));
    expect(await outcome(into)).toEqual(['started', 'finished']);
    const before = await projects.journal(into);
    await app.get(ImportRepository).execute({ projectId: into.id, userId: USER }, new AbortController());
    expect(await projects.journal(into)).toEqual(before);
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.idOf('refs/remotes/origin/main')).toBe(own);
  });

  it('fails with the reason, and without the credentials', async () => {
    const into = projects.make();
    await request(into, app.remote('nobody/nothing', projects.reporter).replace('secret', 'pass-word'));
    const states = await outcome(into);
    expect(states).toEqual(['started', expect.stringMatching(/^failed: .*not found/i)]);
    expect(states.join()).not.toMatch(/pass-word|reporter:/);
    const empty = projects.make();
    await request(empty, 'http://127.0.0.1:1/a.git');
    expect((await outcome(empty)).at(-1)).toMatch(/^failed: .*onnect/);
  });

  it('follows no redirect', async () => {
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(incoming.url!);
      response.writeHead(301, { location: `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere.git` });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const into = projects.make();
    await request(into, `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.git`);
    expect((await outcome(into)).at(-1)).toMatch(/^failed: /);
    expect(asked.filter((url) => url.startsWith('/elsewhere'))).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('reads nothing of a private network where projects forbids it', async () => {
    const from = await source();
    const into = projects.make();
    app.services.privateAllowed = false;
    try {
      await request(into, app.remote(from.project.fullPath, projects.reporter));
      expect(await outcome(into)).toEqual(['started', 'failed: Imports are not allowed from that URL.']);
    } finally {
      app.services.privateAllowed = true;
    }
  });

  it('is forgotten with its project', async () => {
    const into = projects.make();
    await app.get(ImportRepository).execute({ projectId: into.id, userId: USER }, new AbortController());
    expect(await published(into)).toEqual([]);
  });
});
