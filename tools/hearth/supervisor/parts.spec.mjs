import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../data-folder.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { Backoff } from './backoff.mjs';
import {
  encryptionKeysOfEnvironment,
  kafkaSignIn,
  identitySecretsOfEnvironment,
  serviceEnvironment,
  settingsOfEnvironment,
} from './environment.mjs';
import { namesController } from './kafka-probe.mjs';
import { untilHanging } from './liveness-watch.mjs';
import { connectionsNeeded, migrations } from './services.mjs';
import { serviceStopLimit, systemStopLimit } from './stop-limit.mjs';
import { addressesOf, portNamesOf, servicesOf, STORAGES, storagesNamed } from './topology.mjs';

describe('Backoff', () => {
  it('starts a process again within a second, then waits longer each time, ten seconds at most', () => {
    const backoff = new Backoff();
    const waits = Array.from({ length: 9 }, () => backoff.afterDeath(50));
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it('forgets earlier deaths once a process lived for ten seconds', () => {
    const backoff = new Backoff();
    for (let death = 0; death < 5; death += 1) backoff.afterDeath(9_999);
    expect(backoff.afterDeath(10_000)).toBe(100);
  });
});

describe('a program from the tree of an image', () => {
  it('has the commit that the tree was made from', () => {
    const folder = temporaryFolder('hearth-images-');
    const images = path.join(folder, 'images');
    mkdirSync(path.join(images, 'all-in-one/tools/release'), { recursive: true });
    writeFileSync(path.join(images, 'all-in-one/tools/release/revision'), `${'a'.repeat(40)}\n`);
    const data = dataFolder(path.join(folder, 'data'));
    const ofImages = { folder: images, environment: () => ({ HEARTH_DATA: data.folder }) };
    const [logins] = migrations({ data, images: ofImages, services: [], program: () => 'logins.js' });
    rmSync(folder, { recursive: true });
    expect(logins.options).toMatchObject({
      cwd: path.join(images, 'all-in-one'),
      env: { HEARTH_REVISION: 'a'.repeat(40), HEARTH_DATA: data.folder },
    });
  });
});

describe('what services inherit', () => {
  const node = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: expect.stringMatching(/compile-cache$/),
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
  };

  it('is the system, telemetry and Hearth’s settings, and none of the secrets among them', () => {
    const source = {
      PATH: '/bin',
      HOME: '/root',
      OTEL_SERVICE: 'x',
      HEARTH_URL: 'http://h',
      HEARTH_ROOT_PASSWORD: 'p',
      HEARTH_KEYS: 'id:key',
      HEARTH_KEYS_FILE: '/keys',
      SECRET: 's',
    };
    expect(serviceEnvironment(source)).toEqual({
      PATH: '/bin',
      HOME: '/root',
      OTEL_SERVICE: 'x',
      HEARTH_URL: 'http://h',
      ...node,
    });
  });

  it('is told how to reach servers that the environment names, and nothing of others', () => {
    const ways = { DATABASE_DIRECT_URL: 'postgres://direct', KAFKA_SSL: '1', KAFKA_SASL_PASSWORD: 'p' };
    expect(serviceEnvironment(ways)).toEqual(node);
    const named = { ...ways, DATABASE_URL: 'postgres://pooled', KAFKA_BROKERS: 'broker:9093', KAFKA_OTHER: 'x' };
    expect(serviceEnvironment(named)).toEqual({ ...ways, ...node });
  });

  it('is given the mail server and the client of single sign-on in identity only', () => {
    const secrets = { SMTP_URL: 'smtp://user:secret@mail.example.org', HEARTH_OIDC_CLIENT_SECRET: 'secret' };
    expect(serviceEnvironment(secrets)).toEqual(node);
    expect(identitySecretsOfEnvironment({ app: 'projects' }, secrets)).toEqual({});
    for (const app of ['identity', 'all-in-one'])
      expect(identitySecretsOfEnvironment({ app }, secrets)).toEqual(secrets);
  });

  it('is given encryption keys that the environment names', () => {
    expect(encryptionKeysOfEnvironment({ HEARTH_KEYS_FILE: '/keys', HEARTH_KEYS: '', PATH: '/bin' })).toEqual({
      HEARTH_KEYS_FILE: '/keys',
    });
    for (const name of ['HEARTH_KEYS_FILE', 'HEARTH_TLS_CERT_FILE', 'HEARTH_TLS_KEY_FILE', 'HEARTH_TLS_CA_FILE'])
      expect(() => settingsOfEnvironment({ [name]: 'file' })).toThrow(`${name} must be an absolute path`);
    expect(() => settingsOfEnvironment({ HEARTH_TLS_CERT_FILE: '/a' })).toThrow('needs HEARTH_TLS_CA_FILE');
  });

  it('takes an empty setting for none', () => {
    expect(settingsOfEnvironment({ DATABASE_URL: '' })).toEqual({});
  });
});

describe('kafkaSignIn', () => {
  const data = dataFolder(temporaryFolder('hearth-sign-in-'));
  afterAll(() => rmSync(data.folder, { recursive: true, force: true }));

  it('is for a Kafka of ours that knows a password, and never shows it', () => {
    expect(kafkaSignIn(data, {})).toEqual({});
    mkdirSync(data.secrets);
    writeFileSync(data.kafkaPassword, 'secret');
    expect(kafkaSignIn(data, {})).toEqual({
      KAFKA_SASL_MECHANISM: 'scram-sha-256',
      KAFKA_SASL_USERNAME: 'hearth',
      KAFKA_SASL_PASSWORD_FILE: data.kafkaPassword,
    });
    expect(kafkaSignIn(data, { KAFKA_BROKERS: 'kafka.example.com:9092' })).toEqual({});
  });
});

describe('the processes of a mode', () => {
  it('own each storage exactly once', () => {
    for (const mode of ['single', 'split']) {
      expect(servicesOf(mode).flatMap(({ storages = [] }) => storages)).toEqual(STORAGES);
      expect(servicesOf(mode).filter(({ front }) => front)).toHaveLength(1);
    }
  });

  it('own a storage that was added: in the split mode one more repository process', () => {
    const storages = [...STORAGES, 'archive'];
    expect(servicesOf('single', 1, storages)[0].storages).toEqual(storages);
    const added = servicesOf('split', 1, storages).filter(({ app }) => app === 'repository')[2];
    expect(added).toEqual({ name: 'repository-3', app: 'repository', storages: ['archive'] });
  });

  it('know where the others are, repositories by storage', () => {
    const services = servicesOf('split');
    const ports = Object.fromEntries(portNamesOf(services).map((name, index) => [name, 20_000 + index]));
    const addresses = addressesOf(services, ports);
    expect(Object.keys(addresses).sort()).toEqual(['ci', 'identity', 'merge-requests', 'projects', 'repository']);
    expect(addresses.identity).toEqual({
      routed: `http://127.0.0.1:${ports['identity.routed']}`,
      internal: `http://127.0.0.1:${ports['identity.internal']}`,
    });
    expect(addresses.repository['storage-2'].internal).toBe(`http://127.0.0.1:${ports['repository-2.internal']}`);
  });
});

describe('storages', () => {
  it('have a repository process each, as many as are asked for', () => {
    const services = servicesOf('split', 1, storagesNamed(4));
    const owners = services.filter(({ storages }) => storages).map(({ name, storages }) => [name, ...storages]);
    expect(owners).toEqual([1, 2, 3, 4].map((number) => [`repository-${number}`, `storage-${number}`]));
    const ports = Object.fromEntries(portNamesOf(services).map((name, index) => [name, 20_000 + index]));
    expect(Object.keys(addressesOf(services, ports).repository)).toHaveLength(4);
  });
});

describe('replicas', () => {
  const services = servicesOf('split', 3);
  const ports = Object.fromEntries(portNamesOf(services).map((name, index) => [name, 20_000 + index]));

  it('are there of every service but repository, whose storages have one owner each', () => {
    const names = services.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('ci'))).toEqual(['ci', 'ci-2', 'ci-3']);
    expect(names.filter((name) => name.startsWith('repository'))).toEqual(['repository-1', 'repository-2']);
    expect(services.flatMap(({ storages = [] }) => storages)).toEqual(STORAGES);
    expect(names).toHaveLength(5 * 3 + 2);
    expect(servicesOf('split', 1)).toEqual(servicesOf('split'));
  });

  it('of the gateway listen on ports of their own, and no service is told of them', () => {
    expect(services.filter(({ front }) => front).map(({ name }) => name)).toEqual(['gateway']);
    expect(Object.keys(ports)).toEqual(expect.arrayContaining(['gateway-2.routed', 'gateway-3.internal']));
    expect(ports).not.toHaveProperty(['gateway.routed']);
    expect(addressesOf(services, ports)).not.toHaveProperty('gateway');
  });

  it('stand in a list', () => {
    const { identity, repository } = addressesOf(services, ports);
    expect(identity.map(({ internal }) => internal)).toEqual(
      ['identity', 'identity-2', 'identity-3'].map((name) => `http://127.0.0.1:${ports[`${name}.internal`]}`),
    );
    expect(Object.keys(repository)).toEqual(STORAGES);
  });

  it('share the connections that PostgreSQL takes, and get more of them only where they must', () => {
    expect(connectionsNeeded(servicesOf('single'))).toBeUndefined();
    expect(connectionsNeeded(servicesOf('split'))).toBeUndefined();
    expect(connectionsNeeded(servicesOf('split', 2))).toBeUndefined();
    expect(connectionsNeeded(servicesOf('split', 9))).toBeGreaterThan(100);
  });
});

describe('the time to stop', () => {
  it('of a service is its delay, its grace period and some seconds to close', () => {
    expect(serviceStopLimit({})).toBe(40_000);
    expect(serviceStopLimit({ HEARTH_GRACE: '2m', HEARTH_DRAIN_DELAY: '500ms' })).toBe(130_500);
    expect(serviceStopLimit({ HEARTH_GRACE: 'soon' })).toBe(40_000);
  });

  it('of a system is that of its edge, of its services, and of its engines', () => {
    expect(systemStopLimit([40_000])).toBe(105_000);
  });
});

describe('untilHanging', () => {
  const watch = (seen, signal = new AbortController().signal) => {
    const looks = [...seen];
    const liveness = async () => looks.shift() ?? 'live';
    return { looks, hanging: untilHanging(liveness, signal, { everyMs: 0, misses: 3 }) };
  };

  it('says how a process hangs that misses several looks in a row', async () => {
    await expect(watch(['live', 'silent', 'silent', 'silent']).hanging).resolves.toBe('silent');
    await expect(watch(['stuck', 'stuck', 'stuck']).hanging).resolves.toBe('stuck');
  });

  it('forgives what is well in between', async () => {
    const { looks, hanging } = watch([
      'silent',
      'silent',
      'live',
      'stuck',
      'stuck',
      'live',
      'silent',
      'silent',
      'stuck',
    ]);
    await expect(hanging).resolves.toBe('stuck');
    expect(looks).toEqual([]);
  });

  it('ends with its signal', async () => {
    const over = new AbortController();
    const { hanging } = watch([], over.signal);
    over.abort();
    await expect(hanging).resolves.toBeUndefined();
  });
});

describe('namesController', () => {
  const answer = ({ brokers, controller }) => {
    const parts = brokers.map(({ host, rack }) => {
      const name = Buffer.from(host);
      const broker = Buffer.alloc(4 + 2 + name.length + 4 + 2 + (rack?.length ?? 0));
      broker.writeInt16BE(name.length, 4);
      name.copy(broker, 6);
      broker.writeInt16BE(rack?.length ?? -1, 10 + name.length);
      return broker;
    });
    const head = Buffer.alloc(4);
    head.writeInt32BE(brokers.length);
    const tail = Buffer.alloc(4);
    tail.writeInt32BE(controller);
    return Buffer.concat([head, ...parts, tail]);
  };

  it.each([
    [{ brokers: [{ host: '127.0.0.1' }], controller: 1 }, true],
    [
      {
        brokers: [
          { host: '127.0.0.1', rack: 'a' },
          { host: 'other', rack: 'bb' },
        ],
        controller: 2,
      },
      true,
    ],
    [{ brokers: [{ host: '127.0.0.1' }], controller: -1 }, false],
    [{ brokers: [], controller: 1 }, false],
  ])('of %j is %s', (metadata, ready) => {
    expect(namesController(answer(metadata))).toBe(ready);
  });
});
