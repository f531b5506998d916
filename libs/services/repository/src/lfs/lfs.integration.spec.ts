import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { principalOfLfsToken } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import { LfsMeasuredEvent } from '@hearth/repository-contracts';
import { Verifier } from '@hearth/secrets';
import type { Delivery } from '@hearth/messaging';
import { OnForkRequested } from '../events/on-fork-requested.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { ForkRepository } from '../forks/fork.js';
import { RemoveRepository } from '../repositories/remove-repository.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { ShareLfsWithFork } from './share-with-fork.js';
import { RemoveUnusedLfsObjects } from './remove-unused.js';

interface Action {
  readonly href: string;
  readonly header?: Record<string, string>;
  readonly expires_in?: number;
}

interface BatchObject {
  readonly oid: string;
  readonly size: number;
  readonly authenticated?: boolean;
  readonly actions?: { readonly download?: Action; readonly upload?: Action; readonly verify?: Action };
  readonly error?: { readonly code: number; readonly message: string };
}

const app = RepositoryApp.inBlock({ HEARTH_LFS_OBJECT_LIMIT: '1MiB' });
const projects = new GitProjects(app);

function content(size = 1000) {
  const bytes = randomBytes(size);
  return { bytes, oid: createHash('sha256').update(bytes).digest('hex'), size };
}

type Content = ReturnType<typeof content>;

async function batch(
  project: FakeProject,
  as: Principal | undefined,
  request: object,
): Promise<{ status: number; body: { objects: BatchObject[]; message?: string }; headers: Headers }> {
  const response = await app.send(`/${project.fullPath}.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify(request),
    ...(as && { as }),
  });
  expect(response.headers.get('content-type')).toBe('application/vnd.git-lfs+json');
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}

const pointers = (...contents: Content[]) => contents.map(({ oid, size }) => ({ oid, size }));

const put = (project: FakeProject, as: Principal, { oid, size }: Omit<Content, 'bytes'>, bytes: Buffer) =>
  app.send(`/${project.fullPath}.git/gitlab-lfs/objects/${oid}/${size}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
    as,
  });

const get = (project: FakeProject, as: Principal | undefined, oid: string, headers = {}) =>
  app.send(`/${project.fullPath}.git/gitlab-lfs/objects/${oid}`, { headers, ...(as && { as }) });

async function uploaded(project: FakeProject, of = content()): Promise<Content> {
  expect((await put(project, projects.developer, of, of.bytes)).status).toBe(200);
  return of;
}

/** Names of the stored contents. */
async function stored(): Promise<string[]> {
  const folder = path.join(app.folder.path, 'objects', 'lfs');
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files.filter((file) => file.isFile()).map(({ name }) => name);
}

const count = async (table: string) =>
  (await app.database.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count;

async function totals({ id }: FakeProject): Promise<number[]> {
  const rows = await app.database.query<{ data: { lfsObjectsSize: number } }>(
    'select data from outbox where type = $1 and key = $2 order by id',
    [LfsMeasuredEvent.name, String(id)],
  );
  return rows.map(({ data }) => data.lfsObjectsSize);
}

describe('an upload', () => {
  it('is offered for objects that the project lacks, verified, stored once, and counted', async () => {
    const project = projects.make();
    const [first, second] = [content(), content(5000)];
    const upload = { operation: 'upload', transfers: ['basic'], objects: pointers(first, second) };
    const { status, body } = await batch(project, projects.developer, upload);
    expect([status, body]).toMatchObject([200, { transfer: 'basic', hash_algo: 'sha256' }]);
    const url = `${app.url}/${project.fullPath}.git/gitlab-lfs/objects`;
    expect(body.objects[0]).toMatchObject({
      ...pointers(first)[0],
      authenticated: true,
      actions: {
        upload: { href: `${url}/${first.oid}/1000`, header: { 'Content-Type': 'application/octet-stream' } },
        verify: { href: `${url}/verify` },
      },
    });
    const isThere = async () => {
      const body = JSON.stringify(pointers(first)[0]);
      const { verify } = (await batch(project, projects.developer, upload)).body.objects[0]!.actions ?? {};
      if (!verify) return 'stored';
      const headers = { ...verify.header, 'content-type': 'application/vnd.git-lfs+json' };
      return (await fetch(verify.href, { method: 'POST', headers, body })).status;
    };
    expect(await isThere()).toBe(404);
    await uploaded(project, first);
    expect(await isThere()).toBe('stored');
    await uploaded(project, first);
    await uploaded(project, second);
    expect(await totals(project)).toEqual([1000, 6000]);
    const download = { operation: 'download', objects: pointers(first) };
    const { header } = (await batch(project, projects.reporter, download)).body.objects[0]!.actions!.download!;
    const response = await fetch(`${url}/${first.oid}`, { headers: header! });
    expect(Buffer.from(await response.arrayBuffer()).equals(first.bytes)).toBe(true);
  });

  it('of another content than announced is 422, and nothing of it is kept', async () => {
    const project = projects.make();
    const before = [await stored(), await count('lfs_uploads'), await count('lfs_objects')];
    const { bytes, oid, size } = content();
    for (const [announced, sent] of [
      [{ oid, size }, randomBytes(size)],
      [{ oid, size: size - 1 }, bytes],
      [{ oid, size: size + 1 }, bytes],
    ] as const) {
      const response = await put(project, projects.developer, announced, sent);
      expect(response.status).toBe(422);
    }
    expect([await stored(), await count('lfs_uploads'), await count('lfs_objects')]).toEqual(before);
    expect((await get(project, projects.developer, oid)).status).toBe(404);
  });

  it('keeps what PostgreSQL has committed although the answer is lost', async () => {
    const [project, one, db] = [projects.make(), content(), app.database];
    await uploaded(project);
    const tx = db.tx.bind(db);
    const lost = (work: Parameters<typeof tx>[0]) => tx(work).then(() => Promise.reject(new Error('lost')));
    const committing = jest.spyOn(db, 'tx').mockImplementationOnce(tx as never);
    committing.mockImplementationOnce(lost as never);
    expect((await put(project, projects.developer, one, one.bytes)).status).toBe(500);
    committing.mockRestore();
    expect((await get(project, projects.developer, one.oid)).status).toBe(200);
  });

  it('is needed again for another project, which then shares the content', async () => {
    const [one, other] = [projects.make(), projects.make()];
    const shared = await uploaded(one);
    const files = (await stored()).length;
    expect((await get(other, projects.developer, shared.oid)).status).toBe(404);
    const asked = { operation: 'upload', objects: pointers(shared) };
    expect((await batch(other, projects.developer, asked)).body.objects[0]!.actions).toBeDefined();
    await uploaded(other, shared);
    expect([(await stored()).length, await count('lfs_uploads')]).toEqual([files, 0]);
    expect((await get(other, projects.developer, shared.oid)).status).toBe(200);
  });

  it('of one object at the same time by several clients stores it once', async () => {
    const project = projects.make();
    const files = (await stored()).length;
    const once = content(100_000);
    await Promise.all(Array.from({ length: 4 }, () => uploaded(project, once)));
    expect([(await stored()).length - files, await totals(project)]).toEqual([1, [100_000]]);
  });

  it('ends at the size limit of the project, which counts the repository too', async () => {
    const project = projects.make();
    project.repositorySizeLimit = 10_000;
    const first = await uploaded(project, content(6000));
    const second = content(6000);
    const asked = { operation: 'upload', objects: pointers(second) };
    const message = 'The repository has reached its size limit of 10000 bytes.';
    expect(await batch(project, projects.developer, asked)).toMatchObject({ status: 507, body: { message } });
    expect((await put(project, projects.developer, second, second.bytes)).status).toBe(507);
    Object.assign(project, { storageSizeLimit: 1000, namespaceBytes: 900 });
    const full = 'The namespace has reached its size limit of 1000 bytes.';
    expect((await batch(project, projects.developer, asked)).body).toMatchObject({ message: full });
    const stillThere = { operation: 'upload', objects: pointers(first) };
    expect((await batch(project, projects.developer, stillThere)).status).toBe(200);
    const client = await projects.client(project, projects.master);
    project.repositorySizeLimit = 5000;
    expect((await client.attempt(['push', 'origin', 'main'])).stderr).toContain('has reached its size limit');
  });

  it('of more than an object may have is refused before it is sent', async () => {
    const project = projects.make();
    const large = { oid: 'b'.repeat(64), size: 2 ** 20 + 1 };
    const { body } = await batch(project, projects.developer, { operation: 'upload', objects: [large] });
    expect(body.objects).toEqual([{ ...large, error: { code: 413, message: 'The object is larger than 1 MiB.' } }]);
    expect((await put(project, projects.developer, large, Buffer.from('x'))).status).toBe(413);
  });
});

describe('a download', () => {
  it('may begin anywhere', async () => {
    const project = projects.make();
    const { oid, bytes } = await uploaded(project);
    const part = await get(project, projects.reporter, oid, { range: 'bytes=990-' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(990))).toBe(true);
    const past = await get(project, projects.reporter, oid, { range: 'bytes=1000-' });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  });

  it('of an object that the project lacks is an error of that object', async () => {
    const project = projects.make();
    const there = await uploaded(project);
    const asked = {
      operation: 'download',
      objects: [...pointers(there, content()), { ...pointers(there)[0], size: 1 }],
    };
    const { body } = await batch(project, projects.reporter, asked);
    expect(body.objects.map(({ error }) => error?.code)).toEqual([undefined, 404, 422]);
  });

  it('of a public project needs no credential', async () => {
    const project = projects.make('public');
    const { oid, size } = await uploaded(project);
    const { body } = await batch(project, undefined, { operation: 'download', objects: [{ oid, size }] });
    const { href, header } = body.objects[0]!.actions!.download!;
    expect([header, (await fetch(href)).status]).toEqual([undefined, 200]);
  });
});

describe('access', () => {
  const asked = (operation: string) => ({ operation, objects: pointers(content()) });

  it('is that of git: of the caller, of the scopes, and of the project', async () => {
    const project = projects.make();
    const [open, shared] = [projects.make('public'), projects.make('public')];
    app.services.collaborations.set(`${shared.id}/${projects.stranger.userId}`, ['topic']);
    const reading = app.admit({ ...app.services.addUser('reading', 'read_repository') });
    for (const each of [project, open]) each.members.set(reading.userId, 40);
    for (const [to, as, operation, status] of [
      [project, undefined, 'download', 401],
      [project, undefined, 'upload', 401],
      [open, undefined, 'upload', 401],
      [project, projects.stranger, 'download', 404],
      [project, projects.stranger, 'upload', 404],
      [open, projects.stranger, 'upload', 403],
      [shared, projects.stranger, 'upload', 200],
      [project, projects.reporter, 'download', 200],
      [project, projects.reporter, 'upload', 403],
      [project, reading, 'download', 200],
      [project, reading, 'upload', 403],
      [project, projects.developer, 'upload', 200],
    ] as const)
      expect([as?.username, operation, (await batch(to, as, asked(operation))).status]).toEqual([
        as?.username,
        operation,
        status,
      ]);
    const { headers } = await batch(project, undefined, asked('download'));
    expect(headers.get('lfs-authenticate')).toBe('Basic realm="GitLab"');
  });

  it('to an archived project reads only, and to one that is being copied too', async () => {
    const project = projects.make();
    project.archived = true;
    expect((await batch(project, projects.master, asked('upload'))).status).toBe(403);
    expect((await batch(project, projects.master, asked('download'))).status).toBe(200);
    Object.assign(project, { archived: false, importing: true });
    expect((await batch(project, projects.master, asked('upload'))).status).toBe(503);
    expect((await batch(project, projects.reporter, asked('upload'))).status).toBe(403);
    app.services.collaborations.set(`${project.id}/${projects.reporter.userId}`, ['topic']);
    expect((await batch(project, projects.reporter, asked('upload'))).status).toBe(503);
  });

  it('ends where LFS is switched off', async () => {
    const project = projects.make();
    const { oid } = await uploaded(project);
    project.lfsEnabled = false;
    expect((await batch(project, projects.master, asked('download'))).status).toBe(404);
    expect((await get(project, projects.master, oid)).status).toBe(404);
  });

  it('by an old path is redirected', async () => {
    const project = projects.make();
    const { oid, bytes } = await uploaded(project);
    const old = { ...project };
    project.formerPaths.add(project.fullPath);
    project.fullPath += '-moved';
    const response = await get(old, projects.reporter, oid);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${app.url}/${project.fullPath}.git/gitlab-lfs/objects/${oid}`);
    expect(Buffer.from(await (await get(project, projects.reporter, oid)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is passed on by tokens for the contents of one project', async () => {
    const [project, other] = [projects.make(), projects.make()];
    const { body } = await batch(project, projects.developer, asked('upload'));
    const { header, expires_in: expires } = body.objects[0]!.actions!.upload!;
    const pair = Buffer.from(header!['Authorization']!.replace('Basic ', ''), 'base64').toString();
    const [login, token] = pair.split(':');
    expect([login, expires]).toEqual(['developer', 1740]);
    const principalAt = (url: string) =>
      principalOfLfsToken(app.get(Verifier), token!, { url, issuers: ['repository'] }).catch(
        (error: Error) => error.name,
      );
    const at = (to: FakeProject, end: string) => principalAt(`/${to.fullPath}.git/${end}`);
    expect(await at(project, 'gitlab-lfs/objects/verify?x')).toEqual({
      ...projects.developer,
      credential: { ...projects.developer.credential, scopes: ['write_repository'] },
    });
    expect(await at(other, 'gitlab-lfs/objects/verify')).toBe('SignatureError');
    expect(await at(project, 'info/lfs/objects/batch')).toBe('SignatureError');
    expect(await at(project, 'info/refs')).toBeNull();
  });
});

describe('a batch', () => {
  it.each([
    ['more than a hundred objects', { objects: Array.from({ length: 101 }, () => pointers(content())[0]) }, 413],
    ['another hash', { hash_algo: 'sha512' }, 409],
    ['other transfers', { transfers: ['tus'] }, 422],
    ['no object', { objects: [] }, 422],
    ['an oid of another form', { objects: [{ oid: 'abc', size: 1 }] }, 422],
    ['a negative size', { objects: [{ oid: 'a'.repeat(64), size: -1 }] }, 422],
    ['an unknown operation', { operation: 'list' }, 422],
  ])('with %s is refused', async (_, request, status) => {
    const asked = { operation: 'download', objects: pointers(content()), ...request };
    expect((await batch(projects.make(), projects.master, asked)).status).toBe(status);
  });
});

describe('a fork', () => {
  it('has the objects of its source, counts them, and keeps them', async () => {
    const { project: source } = await projects.start();
    const shared = await uploaded(source);
    const files = (await stored()).length;
    const fork = projects.make();
    const created = { projectId: fork.id, creatorId: 1, forkedFromId: source.id };
    const requested = { projectId: fork.id, sourceProjectId: source.id, userId: 1 };
    const db = app.database;
    await db.tx((tx) => app.get(OnProjectCreated).handle(created, { tx } as Delivery));
    await db.tx((tx) => app.get(OnForkRequested).handle(requested, { tx } as Delivery));
    await app.get(ForkRepository).execute({ projectId: fork.id });
    await app.get(ShareLfsWithFork).execute(source.id, fork.id);
    expect([await totals(fork), (await stored()).length]).toEqual([[1000], files]);
    expect((await get(fork, projects.reporter, shared.oid)).status).toBe(200);
  });
});

describe('the sweep', () => {
  const sweep = () => app.get(RemoveUnusedLfsObjects).execute();
  const remove = async (project: FakeProject) => {
    app.services.removeProject(project);
    const { id: projectId } = project;
    await app.database.tx((tx) => app.get(OnProjectDeleted).handle({ projectId }, { tx } as Delivery));
    await app.get(RemoveRepository).execute({ projectId });
  };

  it('deletes what no project has any more', async () => {
    const [one, other] = [projects.make(), projects.make()];
    const shared = await uploaded(one);
    await uploaded(other, shared);
    await uploaded(one);
    const before = (await stored()).length;
    await remove(one);
    await sweep();
    expect((await stored()).length).toBe(before - 1);
    expect((await get(other, projects.reporter, shared.oid)).status).toBe(200);
    await remove(other);
    await sweep();
    expect([(await stored()).length, await count('lfs_uploads')]).toEqual([before - 2, 0]);
  });

  it('deletes what was never completed, after a day', async () => {
    const before = await stored();
    await app.database.query(`insert into lfs_uploads (object, created_at) values
      ('lfs/aa/new', now()), ('lfs/aa/old', now() - interval '25 hours')`);
    await sweep();
    expect(await count('lfs_uploads')).toBe(1);
    await app.database.query('delete from lfs_uploads');
    expect(await stored()).toEqual(before);
  });
});
