import { readdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@hearth/objects';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';
import { ArchiveTraces } from './archive.js';
import { TraceFacts } from './trace.facts.js';
import { TracesStore } from './traces.store.js';

const SECRET = 'a-password';
const CROSSES = 'x'.repeat(SECRET.length);

describe('archived traces', () => {
  const app = CiApp.inBlock();

  const archive = () => app.get(ArchiveTraces).execute();
  /** Creates the class with another store, or other SQL. */
  const archiving = (objects: Partial<ObjectStore> | null, store: Partial<TracesStore> = {}) => {
    const storage = app.get(ArtifactStorage);
    const changed = objects && new Proxy(storage.objects!, overridden(objects));
    const tracesStore = new Proxy(app.get(TracesStore), overridden(store));
    return new ArchiveTraces(app.database, new ArtifactStorage(changed, 0), tracesStore, app.get(TraceFacts)).execute();
  };
  const rows = async (table: string, jobId: number): Promise<number> => {
    const text = `select count(*)::int as count from ${table} where job_id = $1`;
    return (await app.testDatabase.query<{ count: number }>(text, [jobId]))[0]!.count;
  };
  /** Returns the objects of a project's jobs outside PostgreSQL. */
  const stored = async (projectId: number): Promise<string[]> => {
    const folder = `${process.env['HEARTH_OBJECTS']}/traces/${projectId}`;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile());
    return Promise.all(files.map(({ parentPath, name }) => readFile(`${parentPath}/${name}`, 'utf8')));
  };

  const running = async () => {
    const project = app.others.addProject();
    const id = project.card.id;
    const [dev, master] = [app.user(1000 + id, project, 30), app.user(2000 + id, project, 40)];
    const variables = `/projects/${id}/variables`;
    await app.request(master, 'POST', variables, { key: 'PASSWORD', value: SECRET });
    await makePipeline(app, project, [{ name: 'a' }], { userId: dev.userId });
    const client = await RunnerClient.register(app, `project-${id}`);
    const taken = (await client.take())!;
    const trace = async () => (await app.fetch(dev, `/api/v4/projects/${id}/jobs/${taken.id}/trace`)).body.toString();
    return { id, dev, master, variables, client, taken, trace };
  };
  const write = async (client: RunnerClient, taken: TakenJob, ...texts: string[]) => {
    let start = 0;
    for (const text of texts) {
      expect((await client.patch(taken, start, text)).status).toBe(202);
      start += Buffer.byteLength(text);
    }
  };
  const ended = async (...texts: string[]) => {
    const made = await running();
    await write(made.client, made.taken, ...texts);
    expect((await made.client.put(made.taken, { state: 'success' })).status).toBe(200);
    return made;
  };

  it('leave PostgreSQL once the job has ended, and read the same', async () => {
    const { id, client, taken, trace } = await running();
    await write(client, taken, 'first ', 'second');
    await archive();
    expect(await stored(id)).toEqual([]);
    await client.patch(taken, 12, ' third');
    await client.put(taken, { state: 'failed' });
    expect(await trace()).toBe('first second third');
    await archive();
    await archive();
    expect(await trace()).toBe('first second third');
    expect(await stored(id)).toEqual(['first second third']);
    for (const table of ['job_trace_chunks', 'job_traces']) expect(await rows(table, taken.id)).toBe(0);
  });

  it('have no object where the job has written nothing', async () => {
    const { id, taken, trace } = await ended();
    await archive();
    expect([await trace(), await stored(id), await rows('job_traces', taken.id)]).toEqual(['', [], 0]);
  });

  it('are what an old runner has sent whole', async () => {
    const { id, client, taken, trace } = await running();
    await write(client, taken, 'some of ');
    await client.put(taken, { state: 'success', trace: `all of it: ${SECRET}` });
    const whole = `all of it: ${CROSSES}`;
    expect(await trace()).toBe(whole);
    await archive();
    expect([await trace(), await stored(id)]).toEqual([whole, [whole]]);
  });

  it('stay where they are without a store', async () => {
    const { id, taken, trace } = await ended(`a ${SECRET}`);
    await archiving(null);
    expect([await trace(), await stored(id)]).toEqual([`a ${CROSSES}`, []]);
    expect(await rows('job_trace_chunks', taken.id)).toBe(1);
  });

  describe('show no secrets', () => {
    it('that came in pieces, before they are archived and after', async () => {
      const { id, client, taken, trace } = await running();
      await write(client, taken, 'It is a-pass', 'word', ` and ${taken.token.slice(0, 20)}`);
      expect(await trace()).toBe(`It is ${CROSSES} and ${'x'.repeat(20)}`);
      await client.patch(taken, 41, `${taken.token.slice(20)}.`);
      await client.put(taken, { state: 'success' });
      const whole = `It is ${CROSSES} and ${'x'.repeat(taken.token.length)}.`;
      expect(await trace()).toBe(whole);
      await archive();
      expect([await trace(), await stored(id)]).toEqual([whole, [whole]]);
    });

    it.each<[string, (of: Awaited<ReturnType<typeof running>>) => Promise<unknown>]>([
      [
        'have changed',
        ({ master, variables }) => app.request(master, 'PUT', `${variables}/PASSWORD`, { value: 'other' }),
      ],
      ['were deleted', ({ master, variables }) => app.request(master, 'DELETE', `${variables}/PASSWORD`)],
    ])('that %s meanwhile', async (_, change) => {
      const made = await running();
      await write(made.client, made.taken, `It is ${SECRET}`);
      await change(made);
      expect(await made.trace()).toBe(`It is ${CROSSES}`);
      await made.client.put(made.taken, { state: 'success' });
      await archive();
      expect(await made.trace()).toBe(`It is ${CROSSES}`);
    });

    it('in PostgreSQL: they are encrypted there', async () => {
      const { taken } = await running();
      const [row] = await app.testDatabase.query<{ secrets: string }>(
        'select secrets from job_traces where job_id = $1',
        [taken.id],
      );
      expect(row!.secrets).toMatch(/^h1\./);
    });
  });

  describe('are gone, with their objects, once', () => {
    it('they are erased', async () => {
      const { id, dev, taken, trace } = await ended('text');
      await archive();
      expect((await app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/erase`)).status).toBe(201);
      expect(await trace()).toBe('');
      await archive();
      expect(await stored(id)).toEqual([]);
    });

    it('they are erased while they are archived', async () => {
      const { id, dev, taken, trace } = await ended('text');
      const put: ObjectStore['put'] = async (...object) => {
        const size = await app.get(ArtifactStorage).objects!.put(...object);
        await app.request(dev, 'POST', `/projects/${id}/jobs/${taken.id}/erase`);
        return size;
      };
      await archiving({ put });
      expect([await trace(), await rows('trace_objects', taken.id)]).toEqual(['', 0]);
      await archive();
      expect(await stored(id)).toEqual([]);
    });

    it('their project is deleted', async () => {
      const { id } = await ended('text');
      await archive();
      await app.get(RemoveProject).execute({ projectId: id });
      await archive();
      expect(await stored(id)).toEqual([]);
    });
  });

  describe('are whole', () => {
    const later = () =>
      app.testDatabase.query(
        `update trace_objects set created_at = created_at - interval '25 hours' where size is null`,
      );

    it('where the object cannot be written', async () => {
      const { id, taken, trace } = await ended('text');
      await expect(archiving({ put: () => Promise.reject(new Error('no bucket')) })).rejects.toThrow('no bucket');
      expect([await trace(), await rows('job_trace_chunks', taken.id)]).toEqual(['text', 1]);
      await archive();
      expect([await trace(), await stored(id)]).toEqual(['text', ['text']]);
    });

    it('where the process ends between object and row', async () => {
      const { id, taken, trace } = await ended('text');
      const dies = () => Promise.reject(new Error('gone'));
      await expect(archiving({}, { complete: dies, abandon: dies })).rejects.toThrow('gone');
      expect([await trace(), await stored(id)]).toEqual(['text', ['text']]);
      await archive();
      expect([await trace(), await stored(id)]).toEqual(['text', ['text', 'text']]);
      await later();
      await archive();
      expect([await trace(), await stored(id)]).toEqual(['text', ['text']]);
      expect(await rows('trace_objects', taken.id)).toBe(1);
    });

    it('where the outcome of the last statement was not known', async () => {
      const { id, taken, trace } = await ended('text');
      await archive();
      const store = app.get(TracesStore);
      const { object } = await store.find(app.database, taken.id);
      await app.database.tx((tx) => store.abandon(tx, object!));
      await archive();
      expect([await trace(), await stored(id)]).toEqual(['text', ['text']]);
    });

    it('where several processes archive them', async () => {
      const { id, trace } = await ended(`text with ${SECRET}`);
      await Promise.all([archive(), archive(), archive()]);
      await archive();
      expect([await trace(), await stored(id)]).toEqual([`text with ${CROSSES}`, [`text with ${CROSSES}`]]);
    });

    it('where others before them cannot be read', async () => {
      const broken = [await ended('broken'), await ended('broken'), await ended('broken')];
      const { id } = await ended('text');
      const seal = (secrets: string | null) =>
        app.testDatabase.query('update job_traces set secrets = $1 where job_id = any ($2::bigint[])', [
          secrets,
          broken.map(({ taken }) => taken.id),
        ]);
      await seal('h1.none.AAAA');
      await expect(archive()).rejects.toThrow('cannot be decrypted');
      expect([await stored(broken[0]!.id), await stored(id)]).toEqual([[], ['text']]);
      await seal(null);
    });

    it('for who reads them while they are archived', async () => {
      const large = `${'text '.repeat(150_000)}${SECRET.slice(0, 5)}`;
      const { id, taken } = await ended(large, `${SECRET.slice(5)} `, large, SECRET.slice(5), large);
      const reader = await app.get(TraceFacts).of(id, taken.id);
      const first = await new Promise<Buffer>((done) => reader.once('data', done));
      reader.pause();
      await archive();
      expect(await rows('job_trace_chunks', taken.id)).toBe(0);
      const rest = await buffer(reader);
      const [whole] = await stored(id);
      expect(Buffer.concat([first, rest]).toString() === whole).toBe(true);
      expect(whole).not.toContain(SECRET);
    });
  });
});

function overridden<T extends object>(methods: Partial<T>): ProxyHandler<T> {
  return {
    get: (target, name) => {
      if (name in methods) return methods[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  };
}
