import { generateKeyPairSync, hash, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDataFolder, dataFolder } from './data-folder.mjs';
import { signCallToken } from './internal-request.mjs';
import { ensureSecrets, postgresCredentials, SIGNERS } from './secrets.mjs';

describe('signCallToken', () => {
  it('makes a token that only its key can have made, for one request to one service and half a minute', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const purpose = { audience: 'identity', method: 'POST', path: '/calls/identity.mint-token' };
    const token = signCallToken({ kid: 'k1', service: 'operator', privateKey: pem }, purpose, 1_000_500);
    const [header, claims, signature] = token.split('.');
    const parse = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(parse(header)).toEqual({ alg: 'EdDSA', typ: 'hearth-call+jwt', kid: 'k1' });
    expect(parse(claims)).toEqual({
      request: hash('sha256', 'POST /calls/identity.mint-token', 'base64url'),
      iss: 'operator',
      aud: 'identity',
      iat: 1000,
      exp: 1030,
    });
    expect(verify(null, Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  });
});

describe('ensureSecrets', () => {
  let data;
  beforeEach(() => {
    data = dataFolder(mkdtempSync(path.join(os.tmpdir(), 'hearth-secrets-')));
    createDataFolder(data);
    ensureSecrets(data);
  });
  afterEach(() => rmSync(data.folder, { recursive: true }));

  it('makes a key for each signer that its owner alone can read', () => {
    for (const service of SIGNERS) {
      expect(JSON.parse(readFileSync(data.signingKey(service), 'utf8'))).toMatchObject({
        service,
        kid: expect.any(String),
      });
      expect(statSync(data.signingKey(service)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(data.secrets).mode & 0o777).toBe(0o700);
  });

  it('publishes one public key for each', () => {
    const published = JSON.parse(readFileSync(data.verifyKeys, 'utf8'));
    expect(published.map(({ service }) => service).sort()).toEqual([...SIGNERS].sort());
    expect(JSON.stringify(published)).not.toContain('PRIVATE');
  });

  it('changes nothing when everything is there', () => {
    const before = [readFileSync(data.verifyKeys, 'utf8'), postgresCredentials(data)];
    ensureSecrets(data);
    expect([readFileSync(data.verifyKeys, 'utf8'), postgresCredentials(data)]).toEqual(before);
  });

  it('replaces a key that was lost, and its public half with it', () => {
    const before = JSON.parse(readFileSync(data.verifyKeys, 'utf8'));
    rmSync(data.signingKey('ci'));
    ensureSecrets(data);
    const after = JSON.parse(readFileSync(data.verifyKeys, 'utf8'));
    const { kid } = JSON.parse(readFileSync(data.signingKey('ci'), 'utf8'));
    expect(after.filter(({ service }) => service === 'ci').map((key) => key.kid)).toEqual([kid]);
    expect(after.filter(({ service }) => service !== 'ci')).toEqual(before.filter(({ service }) => service !== 'ci'));
  });
});
