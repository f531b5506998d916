import { generateKeyPairSync } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { networks } from '@hearth/config';
import {
  ProcessKeys,
  ProcessTls,
  Signer,
  Verifier,
  parseSigningKey,
  parseVerifyKeys,
  type Purpose,
} from '@hearth/secrets';
import { Health } from './health/health.js';
import { internalListener } from './internal-listener.js';

const PROBLEM = 'The storage storage-1 is full.';
const KEYS = { signing: 'projects-1', verify: [], encryption: { from: null, ids: [] } };

describe('the internal listener', () => {
  const signers: Record<string, Signer> = {};
  let verifier: Verifier;

  beforeAll(async () => {
    const published: object[] = [];
    for (const service of ['operator', 'projects']) {
      const pair = generateKeyPairSync('ed25519', {
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      signers[service] = new Signer(await parseSigningKey(JSON.stringify({ ...pair, kid: service, service })));
      published.push({ ...pair, kid: service, service });
    }
    verifier = new Verifier(await parseVerifyKeys(JSON.stringify(published)));
  });

  function listener(operatorNetworks?: string) {
    const parts = new Map<unknown, unknown>([
      [Verifier, verifier],
      [Signer, signers['projects']],
      [ProcessKeys, { look: () => Promise.resolve(), ids: () => KEYS }],
      [ProcessTls, ProcessTls.none()],
    ]);
    const app = { get: (token: unknown) => parts.get(token) } as unknown as INestApplicationContext;
    const health = new Health({ connected: () => true, problems: () => [PROBLEM], stuck: () => [PROBLEM] }, []);
    health.drain();
    return internalListener(app, {
      health,
      revision: '1046e7971a6',
      operatorNetworks: operatorNetworks === undefined ? undefined : networks().parse(operatorNetworks),
    });
  }

  async function get(url: string, by?: string, purpose: Partial<Purpose> = {}) {
    const full: Purpose = { type: 'call', audience: 'projects', method: 'GET', url, ...purpose };
    const headers = by === undefined ? {} : { authorization: `Bearer ${signers[by]!.sign(full)}` };
    const { statusCode, body } = await listener().inject({ method: 'GET', url, headers });
    return { statusCode, body };
  }

  it.each(['/metrics', '/health/keys'])('answers %s to the operator only', async (path) => {
    expect((await get(path)).statusCode).toBe(401);
    expect((await get(path, 'projects')).statusCode).toBe(401);
    expect((await get(path, 'operator', { audience: 'ci' })).statusCode).toBe(401);
    expect((await get(path, 'operator', { url: '/health' })).statusCode).toBe(401);
    expect((await get(path, 'operator', { type: 'caller' })).statusCode).toBe(401);
    expect((await get(path, 'operator')).statusCode).toBe(200);
  });

  it.each([
    ['/health', 200, 'not well'],
    ['/health/live', 503, 'stuck'],
    ['/health/ready', 503, 'not ready'],
  ])('answers %s to every caller, and the reasons to the operator', async (path, statusCode, status) => {
    const open = await get(path);
    expect([open.statusCode, JSON.parse(open.body)]).toEqual([statusCode, { status }]);
    const told = await get(path, 'operator');
    expect(told.statusCode).toBe(statusCode);
    expect(JSON.parse(told.body)).toEqual({ status, problems: expect.arrayContaining([expect.any(String)]) });
  });

  it('names its revision to probes', async () => {
    const { headers } = await listener().inject({ method: 'GET', url: '/health/ready' });
    expect(headers['x-hearth-revision']).toBe('1046e7971a6');
  });

  it.each([
    ['127.0.0.1', 200],
    ['::ffff:127.0.0.1', 200],
    ['10.0.7.1', 200],
    ['10.1.0.1', 401],
    ['::1', 401],
  ])('answers metrics to %s by its network with %i', async (remoteAddress, status) => {
    const answer = await listener('127.0.0.1,10.0.0.0/16').inject({ method: 'GET', url: '/metrics', remoteAddress });
    expect(answer.statusCode).toBe(status);
  });
});
