import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { run } from '../commands/support-bundle.mjs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { identify } from '../process-identity.mjs';
import { ensureDatabasePasswords, ensureSecrets, kafkaLogin, postgresCredentials } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { writeState } from '../supervisor/state.mjs';

const METRICS =
  'hearth_jobs{queue="a",state="waiting"} 7\nhearth_jobs{queue="b",state="waiting"} 0\nhearth_ssh_connections 3\n';

describe('a support bundle', () => {
  let folder;
  let data;
  let service;
  let listener;
  let secrets;
  const environment = {
    HEARTH_GRACE: '45s',
    HEARTH_KEYS: 'k1:first-key-of-the-environment',
    HEARTH_TYPO: 'value-of-an-unknown-setting',
    DATABASE_URL: 'postgres://hearth:pa%24sword-of-a-server@127.0.0.1/hearth',
    SMTP_URL: 'smtps://mail:password-of-mail@mail.example.com',
  };

  /** Writes a bundle and unpacks it. @returns the texts by name */
  async function bundle(name) {
    const file = path.join(folder, `${name}.tar.gz`);
    await run({ data: data.folder }, [file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const unpacked = path.join(folder, name);
    mkdirSync(unpacked);
    expect(spawnSync('tar', ['--extract', '--file', file, '--directory', unpacked]).status).toBe(0);
    const files = globSync('**/*.*', { cwd: path.join(unpacked, 'hearth-support') });
    return Object.fromEntries(
      files.map((each) => [each, readFileSync(path.join(unpacked, 'hearth-support', each), 'utf8')]),
    );
  }

  beforeAll(async () => {
    folder = temporaryFolder('hearth-support-spec-');
    data = dataFolder(path.join(folder, 'data'));
    createDataFolder(data);
    ensureSecrets(data);
    ensureDatabasePasswords(data);
    const keyOf = (signer) => JSON.parse(readFileSync(data.signingKey(signer), 'utf8')).privateKey.split('\n')[1];
    secrets = [
      ...[postgresCredentials(data).password, kafkaLogin(data).password, keyOf('ci'), keyOf('operator')],
      readFileSync(path.join(data.databasePasswords, 'ci'), 'utf8').trim(),
      readFileSync(data.encryptionKeys, 'utf8').trim().split(':')[1],
      ...[
        'first-key-of-the-environment',
        'value-of-an-unknown-setting',
        'pa%24sword-of-a-server',
        'pa$sword-of-a-server',
      ],
      'password-of-mail',
    ];
    service = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { env: environment, stdio: 'ignore' });
    await once(service, 'spawn');
    listener = http.createServer((request, response) =>
      response.end(request.url === '/metrics' ? METRICS : secrets.join('\n')),
    );
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    writeFileSync(
      data.log('ci'),
      `a line\n${secrets.join('\n')}\nhttps://user:password-in-a-url@example.com/a?token=query-of-a-url\n`,
    );
  });

  afterAll(() => {
    listener?.close();
    service?.kill();
    rmSync(folder, { recursive: true });
  });

  it('of a stopped system has what is known without it', async () => {
    const files = await bundle('stopped');
    expect(JSON.parse(files['status.json'])).toMatchObject({ status: 'down' });
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['versions.json', 'doctor.txt', 'disk.json', 'logs/ci.log']),
    );
  });

  it('of a running one also has what each process says, and no secret', async () => {
    const internalPort = listener.address().port;
    const entry = {
      name: 'ci',
      kind: 'service',
      service: 'ci',
      ...identify(service.pid),
      port: internalPort,
      internalPort,
    };
    writeState(data, {
      mode: 'split',
      url: 'http://127.0.0.1',
      ready: true,
      expected: 1,
      supervisor: identify(process.pid),
      processes: [entry],
    });
    const files = await bundle('running');
    expect(files['processes/ci/metrics.txt']).toBe(METRICS);
    expect(files['processes/ci/queues.txt']).toBe('hearth_jobs{queue="a",state="waiting"} 7\n');
    expect(files['logs/ci.log']).toMatch(/^a line\n/);
    expect(JSON.parse(files['settings/ci.json'])).toMatchObject({
      HEARTH_GRACE: '45s',
      HEARTH_KEYS: '[cut]',
      HEARTH_TYPO: '[cut]',
      SMTP_URL: 'smtps://mail:[cut]@mail.example.com',
    });
    const everything = Object.values(files).join('\n');
    expect([...secrets, 'password-in-a-url', 'query-of-a-url'].filter((secret) => everything.includes(secret))).toEqual(
      [],
    );
  });

  it('replaces no file', async () => {
    await expect(bundle('running')).rejects.toThrow('exists already');
  });
});
