import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureError, Signer, Verifier, parseSigningKey, parseVerifyKeys } from '@hearth/secrets';
import { CALLER_HEADER, SignedCallers, signCaller } from './callers.js';

const CALLER = { principal: null, clientAddress: '192.0.2.1', baseUrl: 'http://hearth.example' };
const READ = { method: 'GET', url: '/api/v4/user?private_token=x' };

describe('callers that the gateway has signed', () => {
  const signers: Record<string, Signer> = {};
  let callers: SignedCallers;

  beforeAll(async () => {
    const published: object[] = [];
    for (const service of ['gateway', 'ci']) {
      const pair = generateKeyPairSync('ed25519', {
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      signers[service] = new Signer(await parseSigningKey(JSON.stringify({ ...pair, kid: service, service })));
      published.push({ ...pair, kid: service, service });
    }
    callers = new SignedCallers(new Verifier(await parseVerifyKeys(JSON.stringify(published))), 'identity');
  });

  const of = (signature: string, request = READ) =>
    callers.of({ ...request, headers: { [CALLER_HEADER]: signature } } as unknown as IncomingMessage);
  const signed = (request = READ, audience = 'identity', by = 'gateway') =>
    signCaller(signers[by]!, audience, request, CALLER);

  it('are taken for the request that they were signed for, whatever its query', async () => {
    await expect(of(signed())).resolves.toEqual({ ...CALLER, correlationId: '' });
    await expect(of(signed(), { ...READ, url: '/api/v4/user' })).resolves.toMatchObject(CALLER);
  });

  it.each<[string, () => string]>([
    ['another path', () => signed({ ...READ, url: '/api/v4/users' })],
    ['another method', () => signed({ ...READ, method: 'DELETE' })],
    ['another service', () => signed(READ, 'projects')],
    ['the request of another service than the gateway', () => signed(READ, 'identity', 'ci')],
    ['a call', () => signers['gateway']!.sign({ type: 'call', audience: 'identity', ...READ }, { caller: CALLER })],
  ])('are refused when they were signed for %s', async (_what, sign) => {
    await expect(of(sign())).rejects.toThrow(SignatureError);
  });
});
