import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { ArtifactTotals1764800000000 } from './migrations/1764800000000-artifact-totals.js';
import { ArtifactsStore } from './artifacts.store.js';
import { DeleteArtifacts } from './delete.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { RemoveUselessArtifacts } from './remove-useless.js';

const FORBIDDEN = { message: '403 Forbidden' };
const NOT_RUNNING = { message: '403 Forbidden - Job is not running!' };
const ZIP = Buffer.from('PK of a job');
const LIMIT = 1024 * 1024;

describe('artifacts', () => {
  const app = CiApp.inBlock();

  const newProject = async (...builds: BuildTraits[]) => {
    const project = app.others.addProject();
    const id = project.card.id;
    const dev = app.user(1000 + id, project, 30);
    const pipeline = await makePipeline(app, project, builds, { userId: dev.userId });
    const client = await RunnerClient.register(app, `project-${id}`);
    return { id, dev, project, client, pipeline, path: `/projects/${id}` };
  };
  const running = async (...more: BuildTraits[]) => {
    const made = await newProject({ name: 'a' }, ...more);
    return { ...made, taken: (await made.client.take())! };
  };
  /** Returns the published sequences and total sizes of a project. */
  const measured = async (project: number) =>
    (await app.events()).flatMap(({ data }) =>
      data['projectId'] === project && 'artifactsSize' in data ? [[data['sequence'], data['artifactsSize']]] : [],
    );
  const sweep = () => app.get(RemoveUselessArtifacts).execute();
  /** Returns the objects of a job on the disk. */
  const objects = (project: number, job: number) =>
    readdir(`${process.env['HEARTH_OBJECTS']}/artifacts/${project}/${job}`).catch(() => []);
  const incoming = () => readdir(`${process.env['HEARTH_OBJECTS']}/.incoming`).catch(() => []);
  const expiry = async (job: number): Promise<number | null> => {
    const text = `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from job_artifacts
      where job_id = $1`;
    return (await app.testDatabase.query<{ hours: number | null }>(text, [job]))[0]!.hours;
  };

  describe('POST /jobs/:id/artifacts', () => {
    it('stores a file, which the job reads again', async () => {
      const { client, taken } = await running();
      expect(await client.upload(taken, ZIP)).toMatchObject({
        status: 201,
        body: { id: taken.id, token: taken.token },
      });
      const { status, headers, body } = await client.download(taken.id, taken);
      expect([status, headers['content-disposition'], headers['content-length']]).toEqual([
        200,
        'attachment; filename="artifacts.zip"',
        String(ZIP.length),
      ]);
      expect(body).toEqual(ZIP);
    });

    it('replaces what was there', async () => {
      const { id, client, taken } = await running();
      await client.upload(taken, Buffer.from('old'));
      await client.upload(taken, ZIP);
      expect((await client.download(taken.id, taken)).body).toEqual(ZIP);
      await sweep();
      expect(await objects(id, taken.id)).toHaveLength(1);
      expect(await measured(id)).toEqual([
        [1, 3],
        [2, ZIP.length],
      ]);
    });

    it.each([
      [{}, 30 * 24],
      [{ expire_in: '2 hours' }, 2],
      [{ expire_in: '0' }, null],
      [{ expire_in: 'never' }, null],
      [{ expire_in: 'soon' }, 30 * 24],
    ] as [Record<string, string>, number | null][])('keeps with %j for %s hours', async (query, hours) => {
      const { client, taken } = await running();
      await client.upload(taken, ZIP, query);
      expect(await expiry(taken.id)).toBe(hours);
    });

    it('is refused where the record of the object was removed during the upload, and keeps what was there', async () => {
      const { client, taken } = await running();
      await client.upload(taken, ZIP);
      jest.spyOn(app.get(ArtifactsStore), 'begin').mockResolvedValueOnce(undefined);
      expect(await client.upload(taken, Buffer.from('late'))).toMatchObject({ status: 403 });
      expect((await client.download(taken.id, taken)).body).toEqual(ZIP);
    });

    it('takes as much as is allowed, and not a byte more', async () => {
      const { id, client, taken } = await running();
      expect((await client.upload(taken, randomBytes(LIMIT))).status).toBe(201);
      expect((await client.upload(taken, randomBytes(LIMIT + 1))).status).toBe(413);
      expect((await client.upload(taken, randomBytes(3 * LIMIT))).status).toBe(413);
      expect((await client.download(taken.id, taken)).body).toHaveLength(LIMIT);
      expect(await incoming()).toEqual([]);
      expect(await objects(id, taken.id)).toHaveLength(1);
    });

    it('refuses what is no form with a file', async () => {
      const { client, taken } = await running();
      const missing = { message: '400 (Bad request) "Missing artifacts file!" not given' };
      const path = `/jobs/${taken.id}/artifacts?token=${taken.token}`;
      expect(await app.form(null, 'POST', path, { other: 'x' })).toEqual({ status: 400, body: missing });
      expect(await app.request(null, 'POST', path, { file: 'x' })).toEqual({ status: 400, body: missing });
      const type = { 'content-type': 'multipart/form-data; boundary=part' };
      const head = '--part\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      const broken = await app.request(null, 'POST', path, Buffer.from(`${head}half`), type);
      expect(broken.status).toBe(400);
      expect((await client.download(taken.id, taken)).status).toBe(404);
      expect(await incoming()).toEqual([]);
    });

    it('needs a running job and its token', async () => {
      const { client, taken } = await running();
      expect(await client.upload({ ...taken, token: 'x' }, ZIP)).toEqual({ status: 403, body: FORBIDDEN });
      expect((await client.upload({ ...taken, id: 999_999 }, ZIP)).status).toBe(404);
      await client.put(taken, { state: 'success' });
      expect(await client.upload(taken, ZIP)).toEqual({ status: 403, body: NOT_RUNNING });
    });
  });

  it('POST /jobs/:id/artifacts/authorize says whether a job may upload', async () => {
    const { client, taken } = await running();
    const authorize = (body: object) => app.request(null, 'POST', `/jobs/${taken.id}/artifacts/authorize`, body);
    const { token } = taken;
    expect(await authorize({ token, filesize: LIMIT })).toEqual({ status: 200, body: {} });
    expect((await authorize({ token, filesize: LIMIT + 1 })).status).toBe(413);
    expect(await authorize({ token: 'x' })).toEqual({ status: 403, body: FORBIDDEN });
    await client.put(taken, { state: 'success' });
    expect((await authorize({ token })).body).toEqual({ message: '403 Forbidden - Job is not running' });
  });

  it('GET /jobs/:id/artifacts is open to later jobs of the pipeline', async () => {
    const { client, taken } = await running({ name: 'b', stage: 'deploy', stageIndex: 1 });
    const other = await running();
    await client.upload(taken, ZIP);
    await client.put(taken, { state: 'success' });
    const later = (await client.take())!;
    expect((await client.download(taken.id, later)).body).toEqual(ZIP);
    expect((await client.download(later.id, later)).status).toBe(404);
    expect((await client.download(taken.id, other.taken)).status).toBe(403);
    expect((await client.download(taken.id, { token: 'x' })).status).toBe(403);
    await client.put(later, { state: 'success' });
    expect((await client.download(taken.id, later)).status).toBe(403);
  });

  it('are announced to the jobs that get them', async () => {
    const kept = { name: 'out', paths: ['log/'], untracked: false, when: 'on_success' } as const;
    const configured = { ...kept, expireIn: null };
    const announced = { ...kept, expire_in: null, artifact_type: 'archive', artifact_format: 'zip' };
    const deploy = { stage: 'deploy', stageIndex: 1 };
    const { client, pipeline } = await newProject(
      { name: 'a', options: { script: ['a'], artifacts: configured } },
      { name: 'b' },
      { name: 'c' },
      { name: 'all', ...deploy },
      { name: 'some', ...deploy, options: { script: ['a'], dependencies: ['b', 'c'] } },
      { name: 'none', ...deploy, options: { script: ['a'], dependencies: [] } },
    );
    const [a, b, c] = [(await client.take())!, (await client.take())!, (await client.take())!];
    expect([a['artifacts'], b['artifacts'], a['dependencies']]).toEqual([[announced], [], []]);
    for (const each of [a, b]) await client.upload(each, ZIP);
    for (const each of [a, b, c]) await client.put(each, { state: 'success' });
    const file = { artifacts_file: { filename: 'artifacts.zip', size: ZIP.length } };
    for (const names of [['a', 'b'], ['b'], []]) {
      const taken = (await client.take())!;
      const ids = names.map((name) => pipeline.jobs['abc'.indexOf(name)]);
      const expected = names.map((name, place) => ({ id: ids[place], name, token: taken.token, ...file }));
      expect(taken['dependencies']).toEqual(expected);
    }
  });

  it('have their total size published where they were uploaded before it was kept', async () => {
    const { id, client, taken } = await running();
    await client.upload(taken, ZIP);
    const runner = app.testDatabase as never;
    const migration = new ArtifactTotals1764800000000();
    await migration.down(runner);
    await app.testDatabase.query('delete from outbox');
    await migration.up(runner);
    await app.testDatabase.query('alter table artifact_totals owner to hearth_ci');
    expect(await measured(id)).toEqual([[1, ZIP.length]]);
    await client.upload(taken, Buffer.from('new'));
    expect(await measured(id)).toEqual([
      [1, ZIP.length],
      [2, 3],
    ]);
  });

  it('are deleted when they expire', async () => {
    const { id, client, taken } = await running();
    await client.upload(taken, ZIP);
    await sweep();
    expect(await objects(id, taken.id)).toHaveLength(1);
    const expire = `update job_artifacts set expires_at = now() - interval '1 second' where size is not null`;
    await app.testDatabase.query(expire);
    expect((await client.download(taken.id, taken)).status).toBe(404);
    await sweep();
    expect(await objects(id, taken.id)).toEqual([]);
    expect(await app.testDatabase.query('select from job_artifacts where size is not null')).toEqual([]);
    expect((await measured(id)).at(-1)).toEqual([2, 0]);
  });

  it('are deleted with their project, and when their job is erased', async () => {
    const { id, dev, client, taken } = await running();
    const gone = await running();
    for (const each of [{ client, taken }, gone]) {
      await each.client.upload(each.taken, ZIP);
      await each.client.put(each.taken, { state: 'success' });
    }
    expect((await app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/erase`)).status).toBe(201);
    expect((await measured(id)).at(-1)).toEqual([2, 0]);
    await app.get(RemoveProject).execute({ projectId: gone.id });
    expect(await app.testDatabase.query('select from artifact_totals where project_id = $1', [gone.id])).toEqual([]);
    await sweep();
    expect(await objects(id, taken.id)).toEqual([]);
    expect(await objects(gone.id, gone.taken.id)).toEqual([]);
  });

  it('are deleted by masters, of a job or of all jobs of a project that exist by then', async () => {
    const { id, dev, project, client, taken, path } = await running({ name: 'b' }, { name: 'c' });
    const master = app.user(2000 + id, project, 40);
    const [second, third] = [(await client.take())!, (await client.take())!];
    for (const job of [taken, second, third]) {
      await client.upload(job, ZIP);
      await client.put(job, { state: 'success' });
    }
    const remove = (job: number, as = master) => app.request(as, 'DELETE', `${path}/jobs/${job}/artifacts`);
    expect((await remove(taken.id, dev)).status).toBe(403);
    expect((await remove(taken.id)).status).toBe(204);
    expect(await remove(taken.id)).toEqual({ status: 404, body: { message: '404 Not Found' } });
    expect((await measured(id)).at(-1)).toEqual([4, 2 * ZIP.length]);
    const { body } = await app.request(dev, 'GET', `${path}/jobs/${taken.id}`);
    expect([body.artifacts, body.artifacts_expire_at]).toEqual([[], expect.any(String)]);

    expect((await app.request(dev, 'DELETE', `${path}/artifacts`)).status).toBe(403);
    expect((await app.request(master, 'DELETE', `${path}/artifacts`)).status).toBe(202);
    const [queued] = await app.testDatabase.query<{ data: { projectId: typeof id; upTo: number } }>(
      `select data -> 'data' as data from ci_jobs.job where name = 'delete-project-artifacts'`,
    );
    expect(queued!.data).toEqual({ projectId: id, upTo: third.id });
    await app.get(DeleteArtifacts).execute({ projectId: id, upTo: second.id });
    expect((await measured(id)).at(-1)).toEqual([5, ZIP.length]);
    await app.get(DeleteArtifacts).execute(queued!.data);
    expect((await measured(id)).at(-1)).toEqual([6, 0]);
    await sweep();
    expect(await objects(id, third.id)).toEqual([]);
  });
});
