import { Backoff } from './backoff.mjs';
import { serviceEnvironment, settingsOfEnvironment } from './environment.mjs';
import { namesController } from './probes.mjs';
import { addressesOf, portNamesOf, servicesOf, STORAGES } from './topology.mjs';

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

describe('what services inherit', () => {
  it('is the system, telemetry and Hearth’s settings, and not the password of the administrator', () => {
    const source = {
      PATH: '/bin',
      HOME: '/root',
      OTEL_SERVICE: 'x',
      HEARTH_URL: 'http://h',
      HEARTH_ROOT_PASSWORD: 'p',
      SECRET: 's',
    };
    expect(serviceEnvironment(source)).toEqual({
      PATH: '/bin',
      HOME: '/root',
      OTEL_SERVICE: 'x',
      HEARTH_URL: 'http://h',
      NODE_ENV: 'production',
    });
  });

  it('takes an empty setting for none', () => {
    expect(settingsOfEnvironment({ DATABASE_URL: '' })).toEqual({});
  });
});

describe('the processes of a mode', () => {
  it('own each storage exactly once', () => {
    for (const mode of ['single', 'split']) {
      expect(servicesOf(mode).flatMap(({ storages = [] }) => storages)).toEqual(STORAGES);
      expect(servicesOf(mode).filter(({ front }) => front)).toHaveLength(1);
    }
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
