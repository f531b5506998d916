import { chmod } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallRegistry } from '@hearth/calls';
import { Database } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { type Signer, Verifier } from '@hearth/secrets';
import { KeysModule, createApp, makeLogger } from '@hearth/service';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';

const STORAGE = 'storage-1';

/** Every service in one process, without relays and workers: the statements counted are the requests' own. */
describe('statements of a request', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let app: NestFastifyApplication;
  let token: string;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('statements');
    await chmod(folder.path, 0o755);
    process.env['HEARTH_STORAGES'] = JSON.stringify({ [STORAGE]: folder.path });
    process.env['HEARTH_STORAGE_NAMES'] = STORAGE;
    // The modules read the storages while they are loaded.
    const [{ AppModule }, { services }] = await Promise.all([import('./app.module.js'), import('./services.js')]);
    database = await TestDatabase.make(
      services.map(({ schema }) => schema),
      async (url) => {
        const withJobs = services.filter(({ schema }) => schema.jobs);
        for (const { schema, jobs } of withJobs) await migrateJobs(url, schema.service, jobs, [STORAGE]);
      },
    );
    const keys = KeysModule.of({} as Signer, new Verifier(new Map()));
    app = await createApp({ module: AppModule, keys, logger: makeLogger('spec', 'silent') });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await call('identity.ensure-root', { password: 'correct horse battery' });
    const minted = await call('identity.mint-token', { username: 'root', name: 'spec', scopes: ['api'] });
    token = (minted as { token: string }).token;
    expect((await request('POST', '/projects', { name: 'counted' })).statusCode).toBe(201);
  });

  afterAll(async () => {
    await app?.close();
    await folder?.remove();
    await database?.drop();
  });

  function call(name: string, input: unknown): Promise<unknown> {
    const context = { signal: AbortSignal.timeout(10_000) };
    return app.get(CallRegistry, { strict: false }).find(name)!.handle(input, context);
  }

  function request(method: 'GET' | 'POST', path: string, payload?: object) {
    const headers = { 'private-token': token };
    return app.inject({ method, url: `/api/v4${path}`, headers, ...(payload && { payload }) });
  }

  function statements(): number {
    const databases = app.get(Database, { strict: false, each: true });
    return databases.reduce((sum, { statementCount }) => sum + statementCount, 0);
  }

  it.each([
    ['/version', 1],
    ['/user', 2],
    ['/projects/root%2Fcounted', 3],
    ['/projects', 3],
    ['/projects?per_page=1&order_by=name', 3],
    ['/projects/root%2Fcounted/repository/branches', 4],
    ['/projects/root%2Fcounted/repository/commits', 4],
  ])('GET %s sends at most %i', async (path, atMost) => {
    await request('GET', path);
    const before = statements();
    expect((await request('GET', path)).statusCode).toBe(200);
    expect(statements() - before).toBeLessThanOrEqual(atMost);
    expect(statements()).toBeGreaterThan(before);
  });

  it('has no foreign key between the schemas of two services', async () => {
    const crossing = await database.query(
      `select conname from pg_constraint c
         join pg_class referencing on referencing.oid = c.conrelid
         join pg_class referenced on referenced.oid = c.confrelid
        where c.contype = 'f' and referencing.relnamespace <> referenced.relnamespace`,
    );
    expect(crossing).toEqual([]);
  });

  it("lets no service read another's tables", async () => {
    await expect(database.query(`set role hearth_projects; select count(*) from identity.users`)).rejects.toThrow(
      /permission denied/,
    );
    await database.query('reset role');
  });
});
