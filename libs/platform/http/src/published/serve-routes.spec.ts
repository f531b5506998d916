import { generateKeyPairSync } from 'node:crypto';
import { Signer, Verifier, parseSigningKey, parseVerifyKeys } from '@hearth/secrets';
import Fastify, { type FastifyInstance } from 'fastify';
import { tableText, versionOf, type PublishedApi } from './published-api.js';
import { serveRoutes } from './serve-routes.js';
import { ROUTES_PATH, ROUTES_PURPOSE, ROUTES_SIGNATURE_HEADER } from './wire.js';

const document = Buffer.from('{"paths":{}}');
const text = tableText(
  'ci',
  [{ service: 'ci', methods: ['GET'], path: '/a', routeBy: 'any', streams: false }],
  document,
);
const api = { service: 'ci', text, version: versionOf(text), document } as unknown as PublishedApi;

describe('the routes of a service', () => {
  const fastify = Fastify() as unknown as FastifyInstance;
  let verifier: Verifier;

  beforeAll(async () => {
    const pair = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const key = { ...pair, kid: 'ci-1', service: 'ci' };
    verifier = new Verifier(await parseVerifyKeys(JSON.stringify([key])));
    serveRoutes(fastify, [api], new Signer(await parseSigningKey(JSON.stringify(key))));
  });
  afterAll(() => fastify.close());

  it('are served with their version, signed by the service', async () => {
    const { payload, headers } = await fastify.inject(ROUTES_PATH);
    expect(JSON.parse(payload)).toMatchObject({ service: 'ci', document: versionOf(document) });
    expect(headers['etag']).toBe(`"${versionOf(payload)}"`);
    const { issuer, claims } = await verifier.verify(String(headers[ROUTES_SIGNATURE_HEADER]), ROUTES_PURPOSE);
    expect([issuer, claims['version']]).toEqual(['ci', versionOf(payload)]);
  });

  it('are not sent again to who has them; their version is signed all the same', async () => {
    const held = { 'if-none-match': `"other", "${api.version}"` };
    const { statusCode, payload, headers } = await fastify.inject({ url: ROUTES_PATH, headers: held });
    expect([statusCode, payload]).toEqual([304, '']);
    const { claims } = await verifier.verify(String(headers[ROUTES_SIGNATURE_HEADER]), ROUTES_PURPOSE);
    expect(claims['version']).toBe(api.version);
  });

  it('are served with the document that belongs to them', async () => {
    const { payload } = await fastify.inject('/openapi.json');
    expect(payload).toBe(document.toString());
  });
});
