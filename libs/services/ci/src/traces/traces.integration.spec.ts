import { crc32 } from 'node:zlib';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';

const FORBIDDEN = { message: '403 Forbidden' };

describe('traces', () => {
  const app = CiApp.inBlock();

  const newProject = () => {
    const project = app.others.addProject();
    const id = project.card.id;
    const dev = app.user(1000 + id, project, 30);
    const make = (...builds: BuildTraits[]) => makePipeline(app, project, builds, { userId: dev.userId });
    const runner = (body = {}) => RunnerClient.register(app, `project-${id}`, body);
    const job = async (jobId: number) => (await app.request(dev, 'GET', `/projects/${id}/jobs/${jobId}`)).body;
    const trace = async (jobId: number) =>
      (await app.fetch(dev, `/api/v4/projects/${id}/jobs/${jobId}/trace`)).body.toString();
    return { id, dev, make, runner, job, trace };
  };

  const running = async (traits: Partial<BuildTraits> = {}) => {
    const project = newProject();
    const pipeline = await project.make({ name: 'a', ...traits });
    const client = await project.runner();
    return { ...project, pipeline, client, taken: (await client.take())! };
  };

  describe('PATCH /jobs/:id/trace', () => {
    const answer = async (exchange: ReturnType<RunnerClient['patch']>) => {
      const { status, headers, body } = await exchange;
      return [status, headers['range'], headers['job-status'], body];
    };

    it('appends pieces, which all readers of the job read', async () => {
      const { client, taken, trace } = await running();
      expect(await trace(taken.id)).toBe('');
      expect(await answer(client.patch(taken, 0, 'héllo '))).toEqual([202, '0-7', 'running', null]);
      expect(await answer(client.patch(taken, 7, `world ${taken.token}`))).toEqual([202, '0-56', 'running', null]);
      expect(await trace(taken.id)).toBe(`héllo world ${'x'.repeat(43)}`);
      expect((await client.put(taken, { state: 'success' })).status).toBe(200);
      expect(await answer(client.patch(taken, 56, 'late'))).toEqual([202, '0-56', 'success', null]);
    });

    it('refuses a piece that does not begin at the end', async () => {
      const { client, taken, trace } = await running();
      await client.patch(taken, 0, '12345');
      const refused = [416, '0-5', 'running', { error: '416 Range Not Satisfiable' }];
      for (const start of [0, 4, 6]) expect(await answer(client.patch(taken, start, 'x'))).toEqual(refused);
      expect(await trace(taken.id)).toBe('12345');
    });

    it('stores one of two pieces for the same place', async () => {
      const { client, taken, trace } = await running();
      const answers = await Promise.all(['aaa', 'bbb'].map((text) => client.patch(taken, 0, text)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 416]);
      expect(['aaa', 'bbb']).toContain(await trace(taken.id));
    });

    describe('whose runner says at the end what it has sent', () => {
      const ofText = (text: string, change = 0) => ({
        output: { checksum: `crc32:${(crc32(text) + change).toString(16).padStart(8, '0')}`, bytesize: text.length },
        info: { features: { trace_reset: true } },
      });
      const end = async (text: string, { change = 0, ...more }: { change?: number; info?: object } = {}) => {
        const started = await running();
        const { client, taken } = started;
        await client.patch(taken, 0, 'all ');
        await client.patch(taken, 4, `of it ${taken.token}`);
        const report = { state: 'success', ...ofText(text.replace('TOKEN', taken.token), change), ...more };
        return { ...started, report, answer: await client.put(taken, report) };
      };

      it.each<[string, string, object, number]>([
        ['is it', 'all of it TOKEN', {}, 200],
        ['is longer', 'all of it TOKEN, and more', {}, 412],
        ['is another one', 'all of it TOKEN', { change: 1 }, 412],
        ['is another one, which it would not send again', 'all of it TOKEN', { change: 1, info: {} }, 200],
      ])('and that %s: %j', async (_, text, more, status) => {
        const { answer: given } = await end(text, more);
        expect(given.status).toBe(status);
      });

      it('is sent again, once, where it is another one', async () => {
        const { client, taken, report, answer: refused, trace, job } = await end('others', {});
        expect([refused.status, refused.headers['job-status']]).toEqual([412, 'running']);
        expect(await answer(client.patch(taken, 0, 'other'))).toEqual([202, '0-5', 'running', null]);
        expect((await client.put(taken, report)).status).toBe(200);
        expect([await trace(taken.id), (await job(taken.id)).status]).toEqual(['other', 'success']);
      });
    });

    it('needs the token of the job and a range', async () => {
      const { client, taken } = await running();
      const missing = { error: '400 Missing header Content-Range' };
      for (const range of ['', 'x', '5', 'bytes 0-5'])
        expect((await client.patch(taken, 0, 'x', { 'content-range': range })).body).toEqual(missing);
      expect((await client.patch({ ...taken, token: 'x' }, 0, 'x')).body).toEqual(FORBIDDEN);
      expect((await client.patch({ ...taken, id: 999_999 }, 0, 'x')).status).toBe(404);
      const large = 'x'.repeat(2 * 1024 * 1024 + 1);
      expect((await client.patch(taken, 0, large)).status).toBe(413);
    });

    it('fails a job that writes too much', async () => {
      const { client, taken, job } = await running();
      const most = 100 * 1024 * 1024;
      await app.testDatabase.query('update jobs set trace_size = $2 where id = $1', [taken.id, most - 3]);
      expect((await client.patch(taken, most - 3, 'abc')).headers['job-status']).toBe('running');
      expect((await client.patch(taken, most, 'd')).headers['job-status']).toBe('failed');
      expect((await job(taken.id)).status).toBe('failed');
    });

    it('reads long traces in pieces', async () => {
      const { client, taken, trace } = await running();
      const piece = 'x'.repeat(700_000);
      for (let n = 0; n < 4; n++) await client.patch(taken, n * piece.length, piece);
      expect(await trace(taken.id)).toHaveLength(2_800_000);
    });
  });

  it('erase what a job has written, once it has ended', async () => {
    const { id, dev, make, runner, trace } = newProject();
    await make({ name: 'a' });
    const client = await runner();
    const taken = (await client.take())!;
    const erase = () => app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/erase`);
    const refused = { status: 403, body: { message: '403 Forbidden - Job is not erasable!' } };
    await client.patch(taken, 0, 'text');
    expect(await erase()).toEqual(refused);
    await client.put(taken, { state: 'failed' });
    expect((await erase()).status).toBe(201);
    expect(await trace(taken.id)).toBe('');
    expect(await erase()).toEqual(refused);
    const unknown = { status: 404, body: { message: '404 Not Found' } };
    expect(await app.request(dev, 'POST', `/projects/${id}/jobs/999999/erase`)).toEqual(unknown);
    expect(await app.request(dev, 'GET', `/projects/${id}/jobs/999999/trace`)).toEqual(unknown);
  });

  describe('coverage', () => {
    const COVERAGE = { coverageRegex: 'Covered: (\\d+\\.?\\d*)%' };

    it('is read from the trace of a job that succeeds, and averaged in its pipeline', async () => {
      const { id, dev, pipeline, client, taken, job } = await running(COVERAGE);
      await client.patch(taken, 0, 'Covered: 1%\nCovered: 8');
      await client.patch(taken, 22, '1.5%\ndone\n');
      expect((await job(taken.id)).coverage).toBeNull();
      await client.put(taken, { state: 'success' });
      expect((await job(taken.id)).coverage).toBe(81.5);
      const at = `/projects/${id}`;
      expect((await app.request(dev, 'GET', `${at}/pipelines/${pipeline.id}`)).body.coverage).toBe('81.50');
      app.others.projects.get(id)!.branches.set('main', 'a'.repeat(40));
      const statuses = await app.request(dev, 'GET', `${at}/repository/commits/${'a'.repeat(40)}/statuses`);
      expect(statuses.body).toMatchObject([{ name: 'a', coverage: 81.5 }]);
    });

    it('is read from a trace that comes with the report', async () => {
      const { client, taken, job } = await running(COVERAGE);
      await client.put(taken, { state: 'success', trace: 'Covered: 40%' });
      expect((await job(taken.id)).coverage).toBe(40);
    });

    it('is looked for at the end of a long trace', async () => {
      const { client, taken, job } = await running(COVERAGE);
      const early = `Covered: 10%\n${'.'.repeat(1024 * 1024)}`;
      await client.patch(taken, 0, early);
      await client.patch(taken, early.length, '\nCovered: 20%');
      await client.put(taken, { state: 'success' });
      expect((await job(taken.id)).coverage).toBe(20);
      const other = await running(COVERAGE);
      await other.client.patch(other.taken, 0, early);
      await other.client.put(other.taken, { state: 'success' });
      expect((await other.job(other.taken.id)).coverage).toBeNull();
    });

    it.each<[string, object, string]>([
      ['fail', COVERAGE, 'failed'],
      ['have no pattern', {}, 'success'],
    ])('is not of jobs that %s', async (_, traits, state) => {
      const { client, taken, job } = await running(traits);
      await client.patch(taken, 0, 'Covered: 50%');
      await client.put(taken, { state });
      expect(await job(taken.id)).toMatchObject({ status: state, coverage: null });
    });
  });
});
