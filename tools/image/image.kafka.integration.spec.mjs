import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestDatabase, until } from '@hearth/data/testing';
import { deployedEnvironment } from '../deployment/deployed.mjs';
import { processesOf, readCompose } from '../deployment/compose.mjs';
import { createDataFolder, dataFolder } from '../hearth/data-folder.mjs';
import { freePort } from '../hearth/ports.mjs';
import { root } from '../hearth/paths.mjs';
import { revision } from '../release/revision.mjs';
import { ensureSecrets } from '../hearth/secrets.mjs';
import { isServiceReady } from '../hearth/supervisor/probes.mjs';

const images = process.env.HEARTH_TEST_IMAGES;
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const [, uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile);
/** Only root can start processes as another user. */
const asRoot = process.getuid() === 0;
const user = asRoot ? { uid: Number(uid), gid: Number(gid) } : {};
const imageEnvironment = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(dockerfile)[1]
    .split(' ')
    .map((entry) => entry.split(/=(.*)/, 2))
    // An argument of the build is empty where it is not given.
    .map(([name, value]) => [name, value.startsWith('$') ? '' : value]),
);
const processes = processesOf(readCompose());
const services = processes.filter(({ process }) => !['logins', 'migrate'].includes(process));
/** Programs that end before the services start, in their order. */
const before = ['logins', 'migrate'].flatMap((name) => processes.filter(({ process }) => process === name));
const TIME_MS = 60_000;

/** A process from an image's tree, with the image's environment and user. */
class Contained {
  output = '';

  constructor(app, args, environment) {
    const env = { PATH: process.env.PATH, ...imageEnvironment, ...environment };
    this.environment = env;
    this.cwd = path.join(images, app);
    this.child = spawn(process.execPath, args, { cwd: this.cwd, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    this.ended = once(this.child, 'close').then(([status]) => status);
  }

  /** Whether it has ended, or answers that it is ready. */
  async settled() {
    if (this.child.exitCode !== null) return true;
    return isServiceReady({ internalPort: this.environment.HEARTH_INTERNAL.split(':')[1] });
  }

  /** The status of the image's health check. */
  healthCheck() {
    const [, command] = /^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile);
    const [, ...args] = JSON.parse(command);
    return spawnSync(process.execPath, args, { cwd: this.cwd, env: this.environment, ...user }).status;
  }
}

describe('the services from the trees of their images', () => {
  let data;
  let database;
  let environments;
  const running = new Map();

  beforeAll(async () => {
    data = dataFolder(mkdtempSync(path.join(os.tmpdir(), 'hearth-image-')));
    createDataFolder(data);
    ensureSecrets(data);
    database = await TestDatabase.make([]);
    mkdirSync(data.databasePasswords, { recursive: true });
    for (const [service, password] of Object.entries(JSON.parse(database.environment.DATABASE_PASSWORDS)))
      writeFileSync(path.join(data.databasePasswords, service), password);
    for (const { name } of services) mkdirSync(data.storage(name), { recursive: true });
    handOver(data);
    environments = await makeEnvironments(data, database.url);
  }, TIME_MS);

  afterAll(async () => {
    for (const { child, ended } of running.values()) {
      child.kill('SIGKILL');
      await ended;
    }
    await database.drop();
    rmSync(data.folder, { recursive: true, force: true });
  }, TIME_MS);

  it(
    'create their logins, and migrate the schema of each service with its own',
    async () => {
      for (const { name, app, process: program, service } of before) {
        const ending = new Contained(app, service.command, environments.get(name));
        running.set(name, ending);
        expect({ name, status: await ending.ended, output: ending.output }).toMatchObject({
          status: 0,
          output: program === 'migrate' ? expect.stringMatching(new RegExp(`topic .*\\.${app}$`, 'm')) : '',
        });
      }
    },
    2 * TIME_MS,
  );

  it(
    'are healthy, as the user of the image',
    async () => {
      for (const { name, app } of services) running.set(name, new Contained(app, ['main.mjs'], environments.get(name)));
      for (const { name } of services) {
        const contained = running.get(name);
        await until(`${name} is ready`, () => contained.settled(), TIME_MS);
        expect({ name, health: contained.healthCheck(), output: contained.output }).toMatchObject({ health: 0 });
        if (asRoot) expect(readFileSync(`/proc/${contained.child.pid}/status`, 'utf8')).toMatch(`Uid:\t${uid}\t${uid}`);
      }
    },
    2 * TIME_MS,
  );

  it('know the commit that they were made from', () => {
    const known = globSync('*/main.mjs', { cwd: images }).map((file) =>
      revision(path.join(images, path.dirname(file))),
    );
    expect([...new Set(known)]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)]);
  });

  it('make the first administrator with the key of the operator, once', () => {
    const { environment, cwd } = running.get('identity');
    const input = readFileSync(data.signingKey('operator'));
    const run = () =>
      spawnSync(process.execPath, ['tools/image/administrator.mjs'], { cwd, env: environment, input, ...user });
    expect(String(run().stdout)).toMatch(/^Sign in as root, password \S{20} \(shown this once\)\n$/);
    expect(String(run().stdout)).toBe('There is an administrator: root\n');
  });

  // As another user than root these specs own the trees, and Docker keeps them read-only.
  if (asRoot) {
    it('cannot write their trees', () => {
      const script = `const { accessSync, constants } = require('node:fs');
        const can = (place, how) => { try { accessSync(place, how); return true; } catch { return false; } };
        for (const place of process.argv.slice(1)) console.log(can(place, constants.R_OK), can(place, constants.W_OK));`;
      const trees = globSync('*/main.mjs', { cwd: images }).map((file) => path.dirname(file));
      const inside = ['.', 'main.mjs', 'apps', 'libs', 'node_modules', 'node_modules/pg/package.json'];
      const places = trees.flatMap((app) => inside.map((place) => path.join(images, app, place)));
      const { stdout } = spawnSync(process.execPath, ['-e', script, '--', ...places], { ...user, encoding: 'utf8' });
      expect(stdout).toBe('true false\n'.repeat(places.length));
    });
  }

  it('show no secret in arguments of processes, nor in their output', () => {
    const secrets = secretsIn(data, database.environment.DATABASE_PASSWORDS);
    expect(secrets.length).toBeGreaterThan(10);
    const texts = [...argumentsOfProcesses(), ...[...running.values()].map(({ output }) => output)];
    expect(texts.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  });

  it(
    'end with status 0 when they are told to',
    async () => {
      for (const { name } of services) running.get(name).child.kill('SIGTERM');
      for (const { name } of services) expect([name, await running.get(name).ended]).toEqual([name, 0]);
    },
    TIME_MS,
  );
});

/** Makes the user of the images the owner of a data folder. */
function handOver(data) {
  chmodSync(data.folder, 0o755);
  if (!asRoot) return;
  for (const place of [
    data.folder,
    ...globSync('**', { cwd: data.folder }).map((file) => path.join(data.folder, file)),
  ])
    chownSync(place, user.uid, user.gid);
}

/** Each process' environment in docker-compose.yml, with the places of this test; its Kafka has no authentication. */
async function makeEnvironments(data, databaseUrl) {
  const url = new URL(databaseUrl);
  const addresses = new Map();
  for (const { name } of services) {
    const [routed, internal, ssh] = [await freePort(), await freePort(), await freePort()];
    addresses.set(name, {
      routed: `127.0.0.1:${routed}`,
      internal: `127.0.0.1:${internal}`,
      ssh: `127.0.0.1:${ssh}`,
    });
  }
  const at = (name) => ({
    routed: `http://${addresses.get(name).routed}`,
    internal: `http://${addresses.get(name).internal}`,
  });
  const owners = services.filter(({ app }) => app === 'repository');
  const places = {
    ...Object.fromEntries(
      services.filter(({ app }) => !['gateway', 'repository'].includes(app)).map(({ name }) => [name, at(name)]),
    ),
    repository: Object.fromEntries(owners.map(({ name }) => [name.replace('repository', 'storage'), at(name)])),
  };
  const own = ({ name, app }) => ({
    HEARTH_ROUTED: addresses.get(name)?.routed,
    HEARTH_INTERNAL: addresses.get(name)?.internal,
    HEARTH_SSH: addresses.get(name)?.ssh,
    HEARTH_SSH_HOST_KEYS_FILE: data.sshHostKeys,
    HEARTH_SERVICES: JSON.stringify(places),
    HEARTH_SIGNING_KEY: data.signingKey(app),
    HEARTH_VERIFY_KEYS: data.verifyKeys,
    HEARTH_KEYS_FILE: data.encryptionKeys,
    HEARTH_STORAGES: JSON.stringify({ [name.replace('repository', 'storage')]: data.storage(name) }),
    HEARTH_OBJECTS: data.objects,
    HEARTH_ROUTES_FOLDER: data.routes(name),
    DATABASE_URL:
      app === 'all-in-one' ? databaseUrl : `postgres://hearth_${app.replaceAll('-', '_')}@${url.host}${url.pathname}`,
    DATABASE_PASSWORD_FILE: app === 'all-in-one' ? undefined : path.join(data.databasePasswords, app),
    DATABASE_PASSWORDS_FOLDER: data.databasePasswords,
    KAFKA_BROKERS: process.env.KAFKA_BROKERS,
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_SASL_PASSWORD_FILE: data.kafkaPassword,
  });
  const prefix = {
    HEARTH_TOPIC_PREFIX: path.basename(data.folder),
    HEARTH_LOG_LEVEL: 'trace',
    HEARTH_DATABASE_POOL: '5',
  };
  const everything = [...services, ...before];
  return new Map(
    everything.map((each) => {
      const deployed = deployedEnvironment(each.name, own(each));
      const kept = Object.entries(deployed).filter(([name]) => !name.startsWith('KAFKA_SASL_'));
      return [
        each.name,
        { ...Object.fromEntries(kept), ...(each.app === 'gateway' ? { HEARTH_LOG_LEVEL: 'trace' } : prefix) },
      ];
    }),
  );
}

/** Contents that only a process with the file may read. */
function secretsIn(data, passwords) {
  const keys = readFileSync(data.encryptionKeys, 'utf8').split(/[\n,]/).filter(Boolean);
  const signing = readdirSync(path.dirname(data.signingKey('any'))).map((file) => path.parse(file).name);
  const lines = signing.flatMap((name) =>
    JSON.parse(readFileSync(data.signingKey(name), 'utf8')).privateKey.split('\n'),
  );
  return [
    ...Object.values(JSON.parse(passwords)),
    readFileSync(data.kafkaPassword, 'utf8').trim(),
    ...keys.map((key) => key.slice(key.indexOf(':') + 1)),
    ...lines.filter((line) => line !== '' && !line.startsWith('-----')),
  ];
}

/** The arguments of every process of this machine that this one may see. */
function argumentsOfProcesses() {
  const files = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return files.flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}
