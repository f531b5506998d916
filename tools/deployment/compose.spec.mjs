import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { root } from '../hearth/paths.mjs';
import { configurationVariables, environmentProblems } from './configuration.mjs';
import { processesOf, readCompose, secretFiles } from './compose.mjs';

const compose = readCompose();
const processes = processesOf(compose);
const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, 'compose-spec.schema.json'), 'utf8'));
const valid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
const apps = readdirSync(path.join(root, 'apps')).filter((app) => app !== 'e2e');
const withSchema = apps.filter((app) => !['all-in-one', 'gateway'].includes(app));

describe('docker-compose.yml', () => {
  it('keeps the compose specification', () => {
    valid(compose);
    expect(valid.errors).toBeNull();
    expect(valid({ services: { gateway: { ...compose.services.gateway, imgae: 'x' } } })).toBe(false);
  });

  it('runs every service, two storages, the logins and the migration of each service', () => {
    expect(processes.map(({ name, app }) => [name, app])).toEqual(
      [
        ...apps.filter((app) => !['all-in-one', 'repository'].includes(app)).map((app) => [app, app]),
        ...['repository-1', 'repository-2'].map((name) => [name, 'repository']),
        ['logins', 'all-in-one'],
        ...withSchema.map((app) => [`migrate-${app}`, app]),
      ].sort(byPlace),
    );
  });

  it.each(processes)('gives $name the variables that it reads, and no others', ({ process, service }) => {
    expect(environmentProblems(process, service.environment)).toEqual([]);
  });

  it.each(processes)('passes $name its secrets as files, which it has', ({ service }) => {
    const files = secretFiles(compose, service);
    const used = Object.entries(service.environment).flatMap(([name, value]) =>
      String(value).startsWith('/run/secrets/') ? [[name, value]] : [],
    );
    const missing = used.filter(([, place]) => ![...files.keys()].some((file) => `${file}/`.startsWith(`${place}/`)));
    expect(missing).toEqual([]);
    expect([...files].filter(([, file]) => !file?.startsWith('./secrets/'))).toEqual([]);
    expect(Object.values(service.environment).filter((value) => /:\/\/[^\s/:]+:[^\s/@]+@/.test(value))).toEqual([]);
  });

  it("gives the owner's password and those of all services to the logins only, each migration its service's login", () => {
    const owning = processes.filter(({ service }) => secretsOf(service).includes('postgres-password'));
    expect(owning.map(({ name }) => name)).toEqual(['logins']);
    for (const { name, app, service } of processes.filter(({ process }) => process === 'migrate')) {
      const logins = secretsOf(service).filter((secret) => secret.startsWith('database-'));
      expect([name, logins]).toEqual([`migrate-${app}`, [`database-${app}`]]);
      expect(new URL(service.environment.DATABASE_URL).username).toBe(`hearth_${app.replaceAll('-', '_')}`);
    }
  });

  it('publishes the ports of the gateway only, and HTTP without TLS only on this machine', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['gateway']);
    const { ports, environment } = compose.services.gateway;
    const [, sshPort] = environment.HEARTH_SSH.split(':');
    expect(ports).toEqual(['127.0.0.1:8080:8080', `2222:${sshPort}`]);
  });

  it('runs what is ours without privileges, on a read-only tree, within limits', () => {
    for (const { service } of processes) {
      expect(service).toMatchObject({
        user: '10001:10001',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: { resources: { limits: { memory: expect.any(String), pids: expect.any(Number) } } },
      });
    }
  });

  it('starts each service once what it needs is healthy, the gateway last', () => {
    const services = processes.filter(({ process }) => !['logins', 'migrate'].includes(process));
    for (const { name, app, service } of services) {
      expect(service.healthcheck.test).toEqual(['CMD', 'node', 'tools/image/health.mjs']);
      const others = services.map((each) => each.name).filter((each) => each !== name);
      const needed = name === 'gateway' ? others : [...ENGINES, `migrate-${app}`];
      expect(Object.keys(service.depends_on).sort()).toEqual([...needed].sort());
    }
    for (const engine of ['postgres', 'kafka']) expect(compose.services[engine].healthcheck).toBeDefined();
    expect(compose.services.gateway.depends_on.ci.condition).toBe('service_healthy');
    const ended = { condition: 'service_completed_successfully' };
    expect(compose.services.ci.depends_on['migrate-ci']).toEqual(ended);
    expect(compose.services['migrate-ci'].depends_on.logins).toEqual(ended);
  });

  it('names each storage once, on a volume of its own', () => {
    const owners = processes.filter(({ process }) => process === 'repository');
    const owned = owners.flatMap(({ service }) => Object.entries(JSON.parse(service.environment.HEARTH_STORAGES)));
    const [first] = owners;
    expect(owned.map(([storage]) => storage)).toEqual(first.service.environment.HEARTH_STORAGE_NAMES.split(','));
    const addresses = JSON.parse(first.service.environment.HEARTH_SERVICES);
    expect(Object.keys(addresses.repository)).toEqual(owned.map(([storage]) => storage));
    const volumes = owners.map(({ service }) => service.volumes.filter((volume) => !volume.startsWith('objects:')));
    expect(volumes).toEqual(owned.map(([storage]) => [`${storage}:/data`]));
  });

  it('runs one version of Kafka: that of the embedded one', () => {
    const pom = readFileSync(path.join(root, 'tools/kafka/pom.xml'), 'utf8');
    const [, version] = /<kafka.version>(.*)<\/kafka.version>/.exec(pom);
    expect(compose.services.kafka.image).toBe(`apache/kafka:${version}`);
  });
});

describe('docs/CONFIGURATION.md', () => {
  it('is read with its readers', () => {
    const { reads, required } = configurationVariables().get('KAFKA_BROKERS');
    expect(['ci', 'gateway', 'all-in-one', 'logins', 'migrate', 'rotate'].map(reads)).toEqual([
      ...[true, false, false],
      ...[false, true, false],
    ]);
    expect(required).toBe(false);
    expect(configurationVariables().get('HEARTH_STORAGES')).toMatchObject({ required: true });
  });

  it('refuses what no process reads', () => {
    expect(environmentProblems('gateway', { HEARTH_STORAGES: '{}', HEARTH_STORAGE: 'x' })).toEqual([
      'gateway gets HEARTH_STORAGE, which docs/CONFIGURATION.md does not have',
      'gateway gets HEARTH_STORAGES, which it does not read',
      'gateway does not get HEARTH_ROUTED',
      'gateway does not get HEARTH_INTERNAL',
      'gateway does not get HEARTH_SIGNING_KEY',
      'gateway does not get HEARTH_VERIFY_KEYS',
      'gateway does not get HEARTH_SERVICES',
    ]);
  });
});

const ENGINES = ['postgres', 'kafka'];

function secretsOf(service) {
  return (service.secrets ?? []).map((secret) => secret.source ?? secret);
}

function byPlace([a], [b]) {
  const names = Object.keys(compose.services);
  return names.indexOf(a) - names.indexOf(b);
}
