import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Principal } from '@hearth/contract-kit';
import { waitFor, type Git as Client } from '@hearth/testing';
import { FLUSH, packet } from '../git/transport/pkt-line.js';
import { ServeGitSession } from '../git-ssh/serve-git-session.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { bundleMetrics } from './bundle-metrics.js';
import { MakeBundle } from './make.js';

const CLONES = 2;
const run = { signal: new AbortController().signal };
/** The request of git 2.40 and later for the addresses of bundles. */
const ASKING = '0014agent=git/2.47.30016object-format=sha10017command=bundle-uri\n00010000';

describe('bundles of repositories that are often cloned', () => {
  const app = RepositoryApp.inBlock({ HEARTH_BUNDLE_CLONES: String(CLONES) });
  const projects = new GitProjects(app);
  let count = 0;

  const db = () => app.database;
  const make = ({ id }: FakeProject) => app.get(MakeBundle).execute({ projectId: id }, run);
  const waiting = async ({ id }: FakeProject) =>
    (
      await db().query(
        `select from repository_jobs.job where name like 'bundle-repository%' and data -> 'data' ->> 'projectId' = $1`,
        [String(id)],
      )
    ).length;
  const stored = () => readdir(path.join(app.folder.path, 'objects', 'bundles')).catch(() => []);
  const downloads = async () => (await bundleMetrics.downloads.get()).values[0]?.value ?? 0;

  async function clone(project: FakeProject, options: string[] = [], as: Principal = projects.reporter) {
    const folder = await app.clientFolder(`clone-${(count += 1)}`);
    await folder.run([
      '-c',
      'transfer.bundleURI=true',
      'clone',
      '--quiet',
      ...options,
      app.remote(project.fullPath, as),
      '.',
    ]);
    return folder;
  }

  /** Returns a project that was cloned often, and its bundle. */
  async function bundled(): Promise<{ project: FakeProject; client: Client }> {
    const started = await projects.start();
    await cloneOften(started.project);
    return started;
  }

  async function cloneOften(project: FakeProject): Promise<void> {
    for (let index = 0; index < CLONES; index += 1) await clone(project);
    await make(project);
  }

  const git = async (project: FakeProject, end: string, init: RequestInit = {}) => {
    const headers = { 'git-protocol': 'version=2', 'content-type': 'application/x-git-upload-pack-request' };
    const answer = await app.send(`/${project.fullPath}.git/${end}`, { ...init, headers, as: projects.reporter });
    return answer.text();
  };
  const isOffered = async (project: FakeProject) =>
    (await git(project, 'info/refs?service=git-upload-pack')).includes('bundle-uri\n');
  const addressOf = async (project: FakeProject) =>
    /\.uri=(\S+)0000$/.exec(await git(project, 'git-upload-pack', { method: 'POST', body: ASKING }))?.[1];

  it('are made after some clones, and give a clone all but what is newer', async () => {
    const { project, client } = await projects.start();
    await clone(project, ['--depth=1']);
    await clone(project);
    expect([await waiting(project), await isOffered(project), await addressOf(project)]).toEqual([0, false, undefined]);
    await clone(project);
    expect(await waiting(project)).toBe(1);
    await make(project);
    await make(project);
    expect(await stored()).toHaveLength(1);
    expect(await isOffered(project)).toBe(true);

    const newest = await projects.commit(client, 'newer');
    await client.run(['push', '--quiet', 'origin', 'main', 'main:refs/heads/topic']);
    const [before, address] = [await downloads(), (await addressOf(project))!];
    const cloned = await clone(project, [`--bundle-uri=${address}`]);
    expect(await downloads()).toBe(before + 1);
    expect([await cloned.idOf('HEAD'), await cloned.idOf('refs/bundles/main')]).toEqual([
      ...[newest, await client.idOf('main~1')],
    ]);
    await cloned.run(['fsck', '--full']);
  });

  it('are given to clients that ask for them, and to no others', async () => {
    const { project, client } = await bundled();
    const [major, minor] = (await client.text('version')).split(' ')[2]!.split('.').map(Number);
    const knowsThem = major! > 2 || minor! >= 40;
    const before = await downloads();
    const cloned = await clone(project);
    expect(await downloads()).toBe(before + (knowsThem ? 1 : 0));
    expect(await cloned.idOf('HEAD')).toBe(await client.idOf('main'));
  });

  it('are offered over SSH too, within the session, which goes on after the download', async () => {
    const { project, client } = await bundled();
    const [input, output, ended] = [new PassThrough(), new PassThrough(), new AbortController()];
    const session = { program: 'git-upload-pack', project: project.fullPath, protocol: 'version=2' } as const;
    const caller = {
      ...{ principal: projects.reporter, clientAddress: '' },
      ...{ baseUrl: app.url, correlationId: 'ssh' },
    };
    const streams = { input, output, errors: new PassThrough(), begin: () => undefined, signal: ended.signal };
    const serving = app.get(ServeGitSession).serve(session, caller, streams);
    let [read, from] = ['', 0];
    output.on('data', (bytes: Buffer) => (read += bytes.toString('latin1')));
    const answer = async (end: RegExp) => {
      const found = await waitFor('an answer', () => Promise.resolve(end.exec(read.slice(from))));
      from = read.length;
      return found;
    };
    await answer(/^000eversion 2\n[^]*bundle-uri\n0000$/);
    input.write(ASKING);
    const [, address] = await answer(/\.uri=(\S+)0000$/);
    expect((await fetch(address!)).status).toBe(200);
    const want = packet(`want ${await client.idOf('main')}\n`);
    input.end(Buffer.concat([packet('command=fetch'), Buffer.from('0001'), want, packet('done\n'), FLUSH]));
    await answer(/PACK[^]*0000$/);
    expect(await serving).toBe(0);
  });

  it('are hidden without their address, which is for one bundle only', async () => {
    const [{ project }, { project: other }] = [await bundled(), await bundled()];
    const address = new URL((await addressOf(project))!);
    const status = async (path: string) => (await app.send(path)).status;
    expect(await status(address.pathname + address.search)).toBe(200);
    expect(await status(address.pathname)).toBe(404);
    const { pathname } = new URL((await addressOf(other))!);
    expect(await status(pathname + address.search)).toBe(404);
    await db().query('update repositories set deleted_at = now() where project_id = $1', [project.id]);
    expect(await status(address.pathname + address.search)).toBe(404);
  });

  it('are withdrawn when something in them is reached no more, and deleted later', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:refs/heads/merged']);
    await projects.commit(client, 'left');
    await client.run(['push', '--quiet', 'origin', 'main:refs/heads/topic']);
    await cloneOften(project);
    await client.run(['push', '--quiet', 'origin', ':merged']);
    const address = new URL((await addressOf(project))!);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    expect([await addressOf(project), await isOffered(project)]).toEqual([undefined, false]);
    expect((await app.send(address.pathname + address.search)).status).toBe(404);
    const there = (await stored()).length;
    await app.get(MakeBundle).sweep();
    expect(await stored()).toHaveLength(there - 1);
    await db().query(`update repository_bundles set released_at = released_at - interval '2 hours'`);
    await app.get(MakeBundle).sweep();
    expect(await stored()).toHaveLength(there - 2);
  });
});
