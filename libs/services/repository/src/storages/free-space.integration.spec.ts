import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CopyRemote } from '../imports/copy-remote.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { FreeSpace } from './free-space.js';
import { Storages } from './storages.js';

const GiB = 1024 ** 3;

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let freeSpace: FreeSpace;
let measured: FreeSpace['spaceOf'];

beforeAll(async () => {
  freeSpace = app.get(FreeSpace);
  measured = freeSpace.spaceOf.bind(freeSpace);
});

afterEach(() => {
  freeSpace.spaceOf = measured;
});

const leave = (free: number) => {
  freeSpace.spaceOf = () => Promise.resolve({ free, total: 100 * GiB });
};

describe('a storage with too little room', () => {
  it('asks the file system', async () => {
    const { free, total } = await freeSpace.spaceOf(app.folder.path);
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(free);
  });

  it('refuses pushes in words, leaves nothing behind and loses nothing', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    await projects.commit(client, 'second');
    const before = [await projects.refs(project), await projects.journal(project)];
    leave(2 * GiB);
    const { code, stderr } = await client.attempt(['push', 'origin', 'main']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('remote: The server has too little disk space left')]);
    expect([await projects.refs(project), await projects.journal(project)]).toEqual(before);
    const objects = path.join(app.get(Storages).pathOf('here', project.id), 'objects');
    expect((await readdir(objects)).filter((name) => name.startsWith('tmp_objdir'))).toEqual([]);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    leave(3 * GiB);
    await client.run(['push', '--quiet', 'origin', 'main']);
  });

  it('bounds the pack of a push by the room that is left', async () => {
    const { client } = await projects.start();
    await projects.commit(client, 'large', randomBytes(50_000));
    leave(2 * GiB + 100);
    expect((await client.attempt(['push', 'origin', 'main'])).stderr).toContain('pack exceeds maximum allowed size');
  });

  it('answers 507 to writes of the API, but takes deletions', async () => {
    const { project } = await projects.start();
    const send = async (method: string, rest: string) => {
      const url = `/api/v4/projects/${project.id}/repository/branches${rest}`;
      const response = await app.send(url, { method, as: projects.master });
      return [response.status, await response.text()];
    };
    expect(await send('POST', '?branch=topic&ref=main')).toEqual([201, expect.any(String)]);
    leave(GiB);
    expect(await send('POST', '?branch=other&ref=main')).toEqual([507, '{"message":"507 Insufficient Storage"}']);
    expect(await send('DELETE', '/topic')).toEqual([204, '']);
  });

  it('begins no import', async () => {
    const { project } = await projects.start();
    const repository = { projectId: project.id, path: app.get(Storages).pathOf('here', project.id) };
    const remote = { url: 'http://127.0.0.1:1/none.git', authorization: null, resolve: null };
    const options = { userId: 1, signal: new AbortController().signal, timeoutMs: 1_000 };
    leave(0);
    await expect(app.get(CopyRemote).execute(repository, remote, options)).rejects.toMatchObject({ status: 507 });
  });
});
