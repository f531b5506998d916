import type { AccessLevel, Principal, ProjectCard } from '@hearth/contract-kit';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { zipOf } from '../testing/zip.js';

const NOT_FOUND = { message: '404 Not Found' };
const FORBIDDEN = { message: '403 Forbidden' };

describe('artifacts for users', () => {
  const app = CiApp.inBlock();

  const newProject = async (settings: Partial<ProjectCard> = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    const dev = app.user(1000 + id, project, 30);
    const client = await RunnerClient.register(app, `project-${id}`);
    const at = `/projects/${id}/jobs`;
    /** Creates a pipeline whose jobs succeed; the named ones upload artifacts. */
    const run = async (
      names: readonly string[],
      uploading: readonly string[] = names,
      ref = 'main',
      archive: (text: string) => Buffer = Buffer.from,
    ) => {
      const builds: BuildTraits[] = names.map((name) => ({ name }));
      const { jobs, ...pipeline } = await makePipeline(app, project, builds, { userId: dev.userId, ref });
      for (const name of names) {
        const taken = (await client.take())!;
        if (uploading.includes(name)) await client.upload(taken, archive(`${name} ${pipeline.id}`));
        await client.put(taken, { state: 'success' });
      }
      return { ...pipeline, jobs };
    };
    const get = (path: string, as: Principal | null = dev) => app.request(as, 'GET', `${at}${path}`);
    const text = async (path: string) => (await app.fetch(dev, `/api/v4${at}${path}`)).body.toString();
    return { project, id, dev, client, at, run, get, text };
  };
  const expire = (job: number) =>
    app.testDatabase.query(
      `with gone as (update job_artifacts set expires_at = now() - interval '1 second' where job_id = $1)
       update jobs set artifacts_expire_at = now() - interval '1 second' where id = $1`,
      [job],
    );

  it('are downloaded by their job', async () => {
    const { dev, at, run, get, text } = await newProject();
    const { id, jobs } = await run(['unit', 'lint'], ['unit']);
    const { status, headers, body } = await app.fetch(dev, `/api/v4${at}/${jobs[0]}/artifacts`);
    expect([status, body.toString()]).toEqual([200, `unit ${id}`]);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', 'content-length': String(body.length) },
      'content-disposition': 'attachment; filename="artifacts.zip"',
      etag: expect.stringMatching(/^"[-0-9a-f]{36}"$/),
    });
    const tag = { 'if-none-match': headers['etag'] as string };
    expect((await app.fetch(dev, `/api/v4${at}/${jobs[0]}/artifacts`, tag)).status).toBe(304);
    for (const job of [jobs[1], 999_999])
      expect(await get(`/${job}/artifacts`)).toEqual({ status: 404, body: NOT_FOUND });
    const other = await newProject();
    expect((await other.get(`/${jobs[0]}/artifacts`)).status).toBe(404);
    await expire(jobs[0]!);
    expect(await get(`/${jobs[0]}/artifacts`)).toEqual({ status: 404, body: NOT_FOUND });
    expect(await text('/artifacts/main/download?job=unit')).toContain('404 Not found');
  });

  it('are downloaded by the name of their job, of the newest pipeline of a ref that has succeeded', async () => {
    const { project, dev, run, get, text } = await newProject();
    const [, second] = [await run(['unit', 'lint'], ['unit']), await run(['unit', 'lint'], ['unit'])];
    const feature = await run(['unit'], ['unit'], 'feature/x');
    await makePipeline(app, project, [{ name: 'unit' }], { userId: dev.userId });
    expect(await text('/artifacts/main/download?job=unit')).toBe(`unit ${second.id}`);
    expect(await text('/artifacts/feature%2Fx/download?job=unit')).toBe(`unit ${feature.id}`);
    for (const path of ['main/download?job=lint', 'main/download?job=x', 'x/download?job=unit'])
      expect(await get(`/artifacts/${path}`)).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect(await get('/artifacts/main/download')).toEqual({ status: 400, body: { error: 'job is missing' } });
  });

  it.each([
    ['developer', [200, 200, 403]],
    ['maintainer', [200, 403, 403]],
    ['none', [403, 403, 403]],
  ] as const)('are for some users only, with the access %s', async (access, statuses) => {
    const { project, id, dev, client, at } = await newProject();
    const artifacts = { name: null, untracked: false, paths: ['a'], when: 'always', expireIn: null, access } as const;
    const unit = { name: 'unit', options: { script: ['a'], artifacts } };
    const { jobs } = await makePipeline(app, project, [unit, { name: 'later', stageIndex: 1 }], { userId: dev.userId });
    const job = (await client.take())!;
    await client.upload(job, zipOf({ name: 'a', content: Buffer.from('text') }));
    await client.put(job, { state: 'success' });
    const later = (await client.take())!;
    expect((await client.download(job.id, later)).status).toBe(200);
    await client.put(later, { state: 'success' });
    const users = ([40, 30, 20] as const).map((level) => app.user(2000 + id * 100 + level, project, level));
    for (const path of [`${jobs[0]}/artifacts`, `${jobs[0]}/artifacts/a`, 'artifacts/main/download?job=unit']) {
      const found = users.map(async (user) => (await app.fetch(user, `/api/v4${at}/${path}`)).status);
      expect([path, await Promise.all(found)]).toEqual([path, statuses]);
    }
  });

  it('are downloaded file by file', async () => {
    const { dev, at, run, get, text } = await newProject();
    const archive = (written: string) =>
      zipOf({ name: 'pages/a b.html', content: Buffer.from(written) }, { name: 'pages/', content: Buffer.alloc(0) });
    const { id, jobs } = await run(['unit', 'lint'], ['unit'], 'main', archive);
    const [ofJob, ofRef] = [`/${jobs[0]}/artifacts`, '/artifacts/main/raw'];
    const { status, headers, body } = await app.fetch(dev, `/api/v4${at}${ofJob}/pages%2Fa%20b.html`);
    expect([status, body.toString()]).toEqual([200, `unit ${id}`]);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', 'content-length': String(body.length) },
      'content-disposition': 'attachment; filename="a b.html"',
      etag: expect.stringMatching(/^"[-0-9a-f]{36}"$/),
    });
    expect(await text(`${ofRef}/pages%2Fa%20b.html?job=unit`)).toBe(`unit ${id}`);
    for (const file of ['a%20b.html', 'pages%2F', 'pages', '..%2Fpages%2Fa%20b.html'])
      for (const path of [`${ofJob}/${file}`, `${ofRef}/${file}?job=unit`])
        expect(await get(path)).toEqual({ status: 404, body: NOT_FOUND });
    expect(await get(`/${jobs[1]}/artifacts/a`)).toEqual({ status: 404, body: NOT_FOUND });
    expect(await get(`${ofRef}/a?job=lint`)).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect(await get(`${ofRef}/a`)).toEqual({ status: 400, body: { error: 'job is missing' } });
    await expire(jobs[0]!);
    expect((await get(`${ofJob}/pages%2Fa%20b.html`)).status).toBe(404);
  });

  it('have no files where they are no archive', async () => {
    const { run, get } = await newProject();
    const { jobs } = await run(['unit']);
    expect(await get(`/${jobs[0]}/artifacts/a`)).toEqual({ status: 404, body: NOT_FOUND });
  });

  it('are named by their jobs', async () => {
    const { project, run, get } = await newProject();
    const { id, jobs } = await run(['unit', 'lint'], ['unit']);
    const file = { filename: 'artifacts.zip', size: `unit ${id}`.length };
    const [lint, unit] = (await get('')).body;
    expect([unit.artifacts_file, 'artifacts_file' in lint]).toEqual([file, false]);
    expect([unit.artifacts_expire_at, lint.artifacts_expire_at]).toEqual([expect.any(String), null]);
    const days = (Date.parse(unit.artifacts_expire_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    const { body: ofPipeline } = await app.request(
      app.user(1, project, 30),
      'GET',
      `/projects/${project.card.id}/pipelines/${id}/jobs`,
    );
    expect(ofPipeline[1].artifacts_file).toEqual(file);
    await expire(jobs[0]!);
    const { body: expired } = await get(`/${jobs[0]}`);
    expect(['artifacts_file' in expired, expired.artifacts_expire_at]).toEqual([false, expect.any(String)]);
  });

  it('are kept', async () => {
    const { dev, at, run, text } = await newProject();
    const { id, jobs } = await run(['unit', 'lint'], ['unit']);
    const keep = (job: number | undefined) => app.request(dev, 'POST', `${at}/${job}/artifacts/keep`);
    const { status, body } = await keep(jobs[0]);
    expect([status, body.id, body.artifacts_file.size, body.artifacts_expire_at]).toEqual([
      200,
      jobs[0],
      `unit ${id}`.length,
      null,
    ]);
    await app.testDatabase.query(`update job_artifacts set expires_at = expires_at - interval '40 days'`);
    expect(await text(`/${jobs[0]}/artifacts`)).toBe(`unit ${id}`);
    for (const job of [jobs[1], 999_999]) expect(await keep(job)).toEqual({ status: 404, body: NOT_FOUND });
    expect((await app.request(dev, 'POST', `${at}/${jobs[0]}/erase`)).body).toMatchObject({
      artifacts_expire_at: null,
    });
    expect((await keep(jobs[0])).status).toBe(404);
  });

  it('are not kept any more once they have expired', async () => {
    const { dev, at, run } = await newProject();
    const { jobs } = await run(['unit']);
    await expire(jobs[0]!);
    expect((await app.request(dev, 'POST', `${at}/${jobs[0]}/artifacts/keep`)).status).toBe(404);
  });

  it.each<[string, Partial<ProjectCard>, number | null, AccessLevel, number, number]>([
    ['anonymous, of a public project', { visibility: 'public' }, null, 0, 401, 401],
    ['a stranger, of public jobs', { visibility: 'internal' }, 20, 0, 200, 403],
    ['a stranger, of other jobs', { visibility: 'public', publicJobs: false }, 21, 0, 403, 403],
    ['a guest, of public jobs', {}, 22, 10, 200, 403],
    ['a guest, of other jobs', { publicJobs: false }, 23, 10, 403, 403],
    ['a reporter', { publicJobs: false }, 24, 20, 200, 403],
    ['a developer', {}, 25, 30, 200, 200],
    ['a developer, of an archived project', { archived: true }, 26, 30, 200, 200],
    ['a stranger of a private project', {}, 27, 0, 404, 404],
  ])('%s', async (_, settings, userId, level, reads, keeps) => {
    const { project, at, run } = await newProject(settings);
    const { jobs } = await run(['unit'], ['unit'], 'main', () => zipOf({ name: 'a', content: Buffer.from('text') }));
    const as = userId && app.user(userId, project, level);
    const files = [`/${jobs[0]}/artifacts/a`, '/artifacts/main/raw/a?job=unit'];
    for (const path of [`/${jobs[0]}/artifacts`, '/artifacts/main/download?job=unit', ...files])
      expect((await app.fetch(as || null, `/api/v4${at}${path}`)).status).toBe(reads);
    expect((await app.request(as || null, 'POST', `${at}/${jobs[0]}/artifacts/keep`)).status).toBe(keeps);
  });

  it('are hidden where builds are disabled, and kept by users who may push to a protected branch', async () => {
    const { project, dev, at, run, get } = await newProject();
    const { jobs } = await run(['unit']);
    project.protectedBranches.add('main');
    const path = `${at}/${jobs[0]}/artifacts/keep`;
    expect(await app.request(dev, 'POST', path)).toEqual({ status: 403, body: FORBIDDEN });
    expect((await app.request(app.user(30, project, 40), 'POST', path)).status).toBe(200);
    project.card = { ...project.card, features: { ...project.card.features, builds: 'disabled' } };
    const owner = app.user(31, project, 50);
    expect(await get(`/${jobs[0]}/artifacts`, owner)).toEqual({ status: 403, body: FORBIDDEN });
  });
});
