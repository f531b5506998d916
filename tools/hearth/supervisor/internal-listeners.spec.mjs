import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { run as inspect } from '../commands/inspect.mjs';
import { statusOf } from '../commands/status.mjs';
import { dataFolder } from '../data-folder.mjs';
import { operatorCall } from '../calls/operator-call.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { fakeProgram, fakeSystem } from './fixtures/fake-system.mjs';
import { readState } from './state.mjs';
import { answersFor } from './topology.mjs';

const TLS = ['HEARTH_TLS_CERT_FILE', 'HEARTH_TLS_KEY_FILE', 'HEARTH_TLS_CA_FILE'];

describe('the internal listeners of a system', () => {
  let folder;
  let data;
  let system;
  beforeAll(() => {
    folder = temporaryFolder('hearth-internal-');
    data = dataFolder(path.join(folder, 'data'));
  });
  beforeEach(() => {
    for (const name of TLS) delete process.env[name];
  });
  afterEach(() => system?.stop());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts fake services without engines; there is nothing to migrate. */
  async function start(mode) {
    const program = (app, kind) =>
      kind === 'main' ? fakeProgram(app, kind) : path.join(import.meta.dirname, 'backoff.mjs');
    const engines = { databaseUrl: 'postgres://127.0.0.1:1/none', brokers: '127.0.0.1:1' };
    ({ system } = await fakeSystem(data.folder, { mode, program, ...engines }));
    return system.start();
  }

  it('say of their keys what the operator asks, and nothing to others', async () => {
    await start('single');
    const printed = [];
    const printing = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(text));
    await inspect({ data: data.folder }, ['all-in-one', 'keys']).finally(() => printing.mockRestore());
    expect(JSON.parse(printed.join(''))).toMatchObject({ signing: expect.stringMatching(/^all-in-one-/) });
    await expect(inspect({ data: data.folder }, ['all-in-one', 'secrets'])).rejects.toThrow(/one of health, keys/);
    await expect(inspect({ data: data.folder }, ['ci', 'keys'])).rejects.toThrow(/one of all-in-one\.$/);
    const { internalPort } = readState(data).processes.find(answersFor('identity'));
    expect((await fetch(`http://127.0.0.1:${internalPort}/health/keys`)).status).toBe(401);
  });

  it('speak TLS where the environment has a certificate for them', async () => {
    const [cert, key] = [path.join(folder, 'tls.pem'), path.join(folder, 'tls.key')];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=hearth',
    ];
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    for (const [index, file] of [cert, key, cert].entries()) process.env[TLS[index]] = file;
    const { url } = await start('split');
    const { HEARTH_SERVICES } = await (await fetch(url)).json();
    expect(JSON.parse(HEARTH_SERVICES).projects.internal).toMatch(/^https:/);
    // As in another terminal: how to reach them is in the state.
    for (const name of TLS) delete process.env[name];
    expect((await statusOf(data)).status).toBe('ready');
    const { internalPort: port, authority } = readState(data).processes.find(answersFor('identity'));
    const call = { data, port, authority, name: 'identity.mint-token', input: { username: 'root', scopes: ['api'] } };
    await expect(operatorCall(call)).resolves.toEqual({ token: 'token-for-api' });
    await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow();
  });
});
