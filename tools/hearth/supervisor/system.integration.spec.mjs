import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { run as restart } from '../commands/restart.mjs';
import { run as rotateKeys } from '../commands/rotate-keys.mjs';
import { statusOf } from '../commands/status.mjs';
import { createDataFolder, dataFolder, exposedFolders } from '../data-folder.mjs';
import { operatorCall } from '../calls/operator-call.mjs';
import { isRunning } from '../process-identity.mjs';
import { SIGNERS } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { fakeProgram, fakeSystem, until } from './fixtures/fake-system.mjs';
import { postgresUrl } from './postgres.mjs';
import { readState } from './state.mjs';
import { answersFor } from './topology.mjs';

describe('a system', () => {
  let folder;
  let data;
  let running;
  // One data folder for all: making a database takes longer than anything else here.
  beforeAll(() => {
    folder = temporaryFolder('hearth-system-');
    data = dataFolder(path.join(folder, 'my data'));
    // A spec that ran before in this process may have left the address of its own database.
    for (const name of ['DATABASE_URL', 'HEARTH_KEYS', 'HEARTH_KEYS_FILE', 'HEARTH_OBJECTS']) delete process.env[name];
  });
  beforeEach(() => {
    running = [];
  });
  afterEach(async () => {
    for (const { system } of running) await system.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = async (options) => {
    const fake = await fakeSystem(data.folder, options);
    running.push(fake);
    return { ...fake, ...(await fake.system.start()) };
  };
  const processNamed = async (name) => (await statusOf(data)).processes.find((found) => found.name === name);
  /** Number of migrations that the database saw, as the latest one counted. */
  const migrations = () => Number(/start number (\d+)\n$/.exec(readFileSync(data.log('migrate'), 'utf8'))[1]);

  /** Starts one system for the specs of a block, which leave it running. */
  const startForBlock = (options) => {
    const shared = {};
    beforeAll(async () => {
      Object.assign(shared, await fakeSystem(data.folder, options));
      Object.assign(shared, await shared.system.start());
    });
    afterAll(() => shared.system?.stop());
    return shared;
  };

  /** Waits for the process of that name that took the place of another one and is ready. */
  const successorOf = (before, name) =>
    until(async () => {
      const now = await processNamed(name);
      return now?.ready && now.pid !== before.pid ? now : undefined;
    }, `${name} is back`);
  const supervisorLog = () => readFileSync(data.log('supervisor'), 'utf8');

  /** Gives a running system new keys, which its services use at once. */
  const expectNewKeys = async () => {
    const signingKey = () => readFileSync(data.signingKey('operator'), 'utf8');
    // The first one writes.
    const encryptionKeys = () => readFileSync(data.encryptionKeys, 'utf8').trim().split('\n');
    const [signed, [written]] = [signingKey(), encryptionKeys()];
    expect(await rotateKeys({ data: data.folder })).toBe(0);
    expect(signingKey()).not.toBe(signed);
    // Older ones may be gone: they are removed two minutes after their last use.
    expect(encryptionKeys().indexOf(written)).toBe(1);
    const { processes } = await statusOf(data);
    const { internalPort: port } = processes.find(answersFor('identity'));
    const input = { username: 'root', scopes: ['api'], name: 'test' };
    await expect(operatorCall({ data, port, name: 'identity.mint-token', input })).resolves.toBeDefined();
  };

  describe('of one process', () => {
    const shared = startForBlock();

    it('says where it is', async () => {
      const { url, port, root } = shared;
      expect(url).toBe(`http://127.0.0.1:${port}`);
      expect(root).toEqual({ username: 'root', password: expect.stringMatching(/^[\w-]{20}$/) });
      const status = await statusOf(data);
      expect(status).toMatchObject({ status: 'ready', mode: 'single', url });
      expect(status.processes.map(({ name, ready }) => [name, ready])).toEqual([
        ['postgres', true],
        ['all-in-one', true],
      ]);
    });

    it('gives services the promised variables and no others', async () => {
      const { url, port } = shared;
      const environment = await (await fetch(url)).json();
      const { internalPort } = await processNamed('all-in-one');
      expect(environment).toMatchObject({
        HEARTH_ROUTED: `127.0.0.1:${port}`,
        HEARTH_INTERNAL: `127.0.0.1:${internalPort}`,
        HEARTH_DATA: data.folder,
        HEARTH_OBJECTS: data.objects,
        HEARTH_STORAGE_NAMES: 'storage-1,storage-2',
        HEARTH_SIGNING_KEY: data.signingKey('all-in-one'),
        HEARTH_VERIFY_KEYS: data.verifyKeys,
        HEARTH_KEYS_FILE: data.encryptionKeys,
        DATABASE_URL: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:\d+\/hearth$/),
        DATABASE_PASSWORDS_FOLDER: data.databasePasswords,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: expect.stringMatching(/\/compile-cache$/),
        NODE_OPTIONS: expect.any(String),
        MALLOC_ARENA_MAX: expect.any(String),
      });
      expect(JSON.parse(environment.HEARTH_STORAGES)).toEqual({
        'storage-1': data.storage('storage-1'),
        'storage-2': data.storage('storage-2'),
      });
      const allowed =
        /^(PATH|HOME|LANG|TZ|JAVA_HOME|NODE_ENV|NODE_COMPILE_CACHE|NODE_OPTIONS|MALLOC_ARENA_MAX|DATABASE_URL|DATABASE_PASSWORDS_FOLDER|(HEARTH|OTEL)_\w+|NODE_CHANNEL_\w+)$/;
      expect(Object.keys(environment).filter((name) => !allowed.test(name))).toEqual([]);
      expect(existsSync(data.storage('storage-2'))).toBe(true);
    });

    it('answers the operator', async () => {
      const { internalPort: port } = await processNamed('all-in-one');
      const mint = (username) =>
        operatorCall({
          data,
          port,
          name: 'identity.mint-token',
          input: { username, scopes: ['api', 'sudo'], name: 'test' },
        });
      await expect(mint('root')).resolves.toEqual({ token: 'token-for-api-sudo' });
      await expect(mint('unknown')).rejects.toMatchObject({ code: 'user-not-found', message: '404 User Not Found' });
    });

    it('refuses a second system on the same data', async () => {
      await expect(start()).rejects.toThrow('is in use by ./hearth up');
      expect((await statusOf(data)).status).toBe('ready');
    });

    it.each(['all-in-one', 'postgres'])('starts %s again at once, on its port, when it is killed', async (name) => {
      const before = await processNamed(name);
      const killedAt = performance.now();
      process.kill(before.pid, 'SIGKILL');
      const after = await successorOf(before, name);
      expect(performance.now() - killedAt).toBeLessThan(20_000);
      expect(after.port).toBe(before.port);
      expect(supervisorLog()).toContain(`${name} was killed by SIGKILL; it is started again in 100 ms`);
      expect((await statusOf(data)).status).toBe('ready');
    });

    it('starts a service again that ends by itself, with any status', async () => {
      const before = await processNamed('all-in-one');
      process.kill(before.pid, 'SIGTERM');
      await successorOf(before, 'all-in-one');
      expect(supervisorLog()).toContain('all-in-one exited with status 0; it is started again');
    });

    it('gets new keys while it runs', () => expectNewKeys());

    it('stops without leaving anything', async () => {
      const { processes } = readState(data);
      await shared.system.stop();
      expect(processes.filter(isRunning)).toEqual([]);
      expect((await statusOf(data)).status).toBe('down');
      expect(existsSync(data.lock)).toBe(false);
    });

    it('gets new keys while it is stopped, and a clean slate with them', async () => {
      const before = readFileSync(data.encryptionKeys, 'utf8');
      expect(await rotateKeys({ data: data.folder })).toBe(0);
      const after = readFileSync(data.encryptionKeys, 'utf8');
      expect(after.trim().split('\n')).toHaveLength(1);
      expect(after).not.toBe(before);
      expect(JSON.parse(readFileSync(data.verifyKeys, 'utf8'))).toHaveLength(SIGNERS.length);
      expect(existsSync(data.lock)).toBe(false);
      await start();
      expect((await statusOf(data)).status).toBe('ready');
    });
  });

  describe('of a process for each service', () => {
    const shared = startForBlock({ mode: 'split', replicas: 2, brokers: '127.0.0.1:1', program: onlyServices() });

    it('starts every service', async () => {
      const { processes } = await statusOf(data);
      expect(processes.map(({ name }) => name)).toEqual([
        'postgres',
        ...['gateway', 'gateway-2', 'identity', 'identity-2', 'projects', 'projects-2', 'repository-1', 'repository-2'],
        ...['merge-requests', 'merge-requests-2', 'ci', 'ci-2'],
      ]);
      expect(processes.every(({ ready }) => ready)).toBe(true);
    });

    it('gives the database and encryption keys only to services with a store', async () => {
      const { port } = shared;
      const environment = await (await fetch(`http://127.0.0.1:${port}`)).json();
      expect(environment).toMatchObject({ HEARTH_SIGNING_KEY: data.signingKey('gateway') });
      expect(Object.keys(environment).filter((name) => /^(HEARTH_KEYS|DATABASE_)/.test(name))).toEqual([]);
    });

    it('restarts its services one after the other, and only those that are named', async () => {
      const before = (await statusOf(data)).processes;
      await restart({ data: data.folder }, ['projects', 'ci-2']);
      const after = (await statusOf(data)).processes;
      const changed = after.filter(({ pid }, index) => pid !== before[index].pid).map(({ name }) => name);
      expect(changed).toEqual(['projects', 'projects-2', 'ci-2']);
      expect(after.map(({ name, port }) => [name, port])).toEqual(before.map(({ name, port }) => [name, port]));
      expect(after.every(({ ready }) => ready)).toBe(true);
      await expect(restart({ data: data.folder }, ['postgres'])).rejects.toThrow(
        'No service process is called "postgres"',
      );
    });

    it('gets new keys while it runs', () => expectNewKeys());

    it('stops the services behind the edge when the edge has ended', async () => {
      await shared.system.stop();
      const endOf = (name) => Number(/ended (\d+)\n$/.exec(readFileSync(data.log(name), 'utf8'))[1]);
      expect(Math.max(...['gateway', 'gateway-2'].map(endOf))).toBeLessThanOrEqual(
        Math.min(...['identity', 'projects-2', 'repository-1', 'ci'].map(endOf)),
      );
    });
  });

  describe('with little patience', () => {
    startForBlock({ patience: { everyMs: 500, misses: 3 } });

    it.each([
      ['does not answer any more', 'SIGSTOP', 'was killed by SIGKILL'],
      ['says that it is stuck', 'SIGUSR2', 'exited with status 0'],
    ])('ends a service that %s, and starts it again', async (how, signal, end) => {
      const before = await processNamed('all-in-one');
      process.kill(before.pid, signal);
      const after = await successorOf(before, 'all-in-one');
      expect(after.port).toBe(before.port);
      const noted = supervisorLog()
        .split('\n')
        .filter((line) => line.includes('all-in-one'))
        .slice(-2);
      expect(noted[0]).toContain(`all-in-one ${how}; it is ended and started again`);
      expect(noted[1]).toContain(`all-in-one ${end}; it is started again`);
    });
  });

  it('gives up on a service that is never ready, and says what it says of that', async () => {
    const reluctant = path.join(folder, 'reluctant.mjs');
    writeFileSync(
      reluctant,
      `import { createServer } from 'node:http';
      const [host, port] = process.env.HEARTH_INTERNAL.split(':');
      createServer((_, response) => response.writeHead(503).end('{"problems":["The moon is not full."]}')).listen(port, host);`,
    );
    const starting = start({ patience: { startLimitMs: 4000 }, program: onlyServices(reluctant) });
    await expect(starting).rejects.toThrow(
      /^all-in-one does not start \(was not ready after 4 s: The moon is not full\.\)/,
    );
    expect((await statusOf(data)).status).toBe('down');
    expect(existsSync(data.lock)).toBe(false);
  });

  it('does not restart what does not run', async () => {
    await expect(restart({ data: data.folder }, [])).rejects.toThrow('Hearth is not running');
  });

  it('starts again on what an earlier one left, with ports and data as they were', async () => {
    const first = await start();
    const { port: database } = await processNamed('postgres');
    const migrated = migrations();
    await first.system.stop();
    const second = await start({ port: first.port });
    expect((await processNamed('postgres')).port).toBe(database);
    expect(migrations()).toBe(migrated);
    expect(second.root).toBeDefined(); // the fake forgets its administrator with its process
  });

  it('recovers when its supervisor was killed', async () => {
    const program = path.join(import.meta.dirname, 'fixtures/fake-system.mjs');
    const killed = spawn(process.execPath, [program, data.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(killed.stdout, 'data');
    const { processes } = readState(data);
    const migrated = migrations();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const [service] = processes.filter(({ kind }) => kind === 'service');
    const [database] = processes.filter(({ kind }) => kind === 'postgres');
    await until(() => !isRunning(service), 'the service noticed');
    expect(isRunning(database)).toBe(true);
    expect((await statusOf(data)).status).toBe('down');
    await start();
    expect(isRunning(database)).toBe(false);
    expect((await statusOf(data)).status).toBe('ready');
    expect(migrations()).toBe(migrated);
  });

  it('recovers when everything was killed and process ids were used again', async () => {
    const { system } = await start();
    await system.stop();
    // What a killed PostgreSQL leaves, its id now being that of another program.
    writeFileSync(path.join(data.postgres, 'postmaster.pid'), `${process.pid}\n${data.postgres}\n`);
    writeFileSync(data.lock, JSON.stringify({ pid: process.pid, started: 'before', purpose: 'up' }));
    writeFileSync(
      data.state,
      JSON.stringify({
        supervisor: { pid: process.pid, started: 'before' },
        processes: [{ name: 'ci', kind: 'service', pid: process.pid, started: 'before' }],
      }),
    );
    await start();
    expect((await statusOf(data)).status).toBe('ready');
  });

  it('closes to other users what an earlier version left open', async () => {
    createDataFolder(data);
    for (const place of [data.folder, data.storages, data.logs, data.run]) chmodSync(place, 0o755);
    await start();
    expect([exposedFolders(data), statSync(data.state).mode & 0o077]).toEqual([[], 0]);
  });

  it('says in a sentence that its port is taken, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address();
    await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program`);
    other.close();
    expect([data.state, data.lock].map(existsSync)).toEqual([false, false]);
  });

  it('gives up on a service that dies at every start and shows the end of its log', async () => {
    const broken = path.join(folder, 'broken.mjs');
    writeFileSync(broken, 'console.log("no room for the service"); process.exit(7);');
    const program = onlyServices(broken);
    await expect(start({ program })).rejects.toMatchObject({
      message: expect.stringMatching(/^all-in-one does not start \(it exited with status 7\)/),
      details: expect.stringContaining('no room for the service'),
    });
    expect((await statusOf(data)).status).toBe('down');
  });

  it('migrates again only where the code, the settings or the database is another one', async () => {
    const own = path.join(folder, 'migrate.mjs');
    const program = (app, name) => (name === 'migrate' ? own : fakeProgram(app, name));
    const writeProgram = (text) =>
      writeFileSync(own, `${text}\nawait import(${JSON.stringify(pathToFileURL(fakeProgram('', 'migrate')).href)});`);
    const migrationsOfStart = async (change = async () => {}) => {
      const before = migrations();
      const { system } = await start({ program });
      await change(postgresUrl(data, readState(data).processes.find(({ name }) => name === 'postgres').port));
      await system.stop();
      return migrations() - before;
    };
    const loseMark = async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('comment on database hearth is null');
      await client.end();
    };
    writeProgram('// a release');
    expect([await migrationsOfStart(), await migrationsOfStart(loseMark), await migrationsOfStart()]).toEqual([
      1, 0, 1,
    ]);
    writeProgram('// the next release');
    expect([await migrationsOfStart(), await migrationsOfStart()]).toEqual([1, 0]);
  });

  it('shows why a migration failed', async () => {
    const broken = path.join(folder, 'broken.mjs');
    writeFileSync(broken, 'console.error("column of doubt"); process.exit(1);');
    const program = () => broken;
    await expect(start({ program })).rejects.toMatchObject({ details: expect.stringContaining('column of doubt') });
  });

  it('can be stopped while it starts', async () => {
    const fake = await fakeSystem(data.folder);
    running.push(fake);
    const starting = fake.system.start();
    await until(() => existsSync(data.state), 'it began');
    await fake.system.stop();
    await expect(starting).rejects.toThrow();
    expect(existsSync(data.lock)).toBe(false);
  });
});

/** Fake services (or another program in their place) and a migration that does nothing. */
function onlyServices(program = path.join(import.meta.dirname, 'fixtures/service.mjs')) {
  return (_app, kind) => (kind === 'main' ? program : path.join(import.meta.dirname, 'backoff.mjs'));
}
