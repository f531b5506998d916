import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { ConfigurationError } from '@hearth/config';
import { Certificates, type Certificate } from '@hearth/data/testing';
import { ProcessTls } from './process-tls.js';

/** Returns the name in a server's certificate. */
async function nameShownBy(server: Server): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

describe('TLS between processes', () => {
  let certificates: Certificates;
  let first: Certificate;
  let second: Certificate;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let problems: string[];
  const load = (variables: NodeJS.ProcessEnv = {}) =>
    ProcessTls.load((problem) => problems.push(problem), { ...environment, ...variables });

  beforeAll(async () => {
    certificates = await Certificates.make();
    [first, second] = [await certificates.sign('first'), await certificates.sign('second')];
  });
  afterAll(() => certificates.remove());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-tls-'));
    const files = { cert: path.join(folder, 'tls.crt'), key: path.join(folder, 'tls.key') };
    await copyFile(first.cert, files.cert);
    await copyFile(first.key, files.key);
    environment = {
      HEARTH_TLS_CERT_FILE: files.cert,
      HEARTH_TLS_KEY_FILE: files.key,
      HEARTH_TLS_CA_FILE: certificates.authority,
    };
    problems = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is off where nothing is set', async () => {
    const tls = await ProcessTls.load(() => undefined, {});
    expect([tls.certificate, tls.authorities]).toEqual([undefined, undefined]);
  });

  it('has what the files hold', async () => {
    const { certificate, authorities } = await load();
    expect(certificate).toEqual({ cert: await readFile(first.cert, 'utf8'), key: await readFile(first.key, 'utf8') });
    expect(authorities).toBe(await readFile(certificates.authority, 'utf8'));
  });

  it.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    ['a certificate without its key', () => ({ HEARTH_TLS_KEY_FILE: '' }), /need each other: set both or neither\.$/],
    ['a key without its certificate', () => ({ HEARTH_TLS_CERT_FILE: '' }), /need each other/],
    [
      'a key that does not fit',
      () => ({ HEARTH_TLS_KEY_FILE: second.key }),
      /^HEARTH_TLS_CERT_FILE names .*fits the key/,
    ],
    ['authorities that are none', () => ({ HEARTH_TLS_CA_FILE: first.key }), /^HEARTH_TLS_CA_FILE names .*not a PEM/],
    ['a file that is not there', () => ({ HEARTH_TLS_CA_FILE: '/nowhere' }), /ENOENT/],
  ])('refuses %s in one sentence', async (_what, variables, sentence) => {
    const refused = await load(variables()).catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect((refused as Error).message).toMatch(sentence);
    expect((refused as Error).message).not.toContain('PRIVATE');
  });

  it('shows a renewed certificate, and the former one while only one of its files is there', async () => {
    const tls = await load();
    const server = createServer(tls.certificate!, (_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    tls.renew(server);
    await copyFile(second.cert, environment['HEARTH_TLS_CERT_FILE']!);
    await tls.look();
    expect(await nameShownBy(server)).toBe('first');
    expect(problems).toEqual([expect.stringMatching(/going on with what it held before$/)]);
    await copyFile(second.key, environment['HEARTH_TLS_KEY_FILE']!);
    await tls.look();
    expect(await nameShownBy(server)).toBe('second');
    server.close();
  });
});
