import { KeyObject, hash } from 'node:crypto';
import { SignJWT, generateKeyPair, type CryptoKey } from 'jose';
import { SignatureError, Signer, Verifier, type Purpose } from './signatures.js';
import type { VerifyKey, VerifyKeys } from './signing-keys.js';

interface Party {
  readonly signer: Signer;
  readonly kid: string;
  readonly entry: VerifyKey;
  readonly privateKey: CryptoKey;
}

async function party(service: string, kid = `${service}-1`): Promise<Party> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const signer = new Signer({ kid, service, key: KeyObject.from(privateKey), publicKey: kid });
  return { signer, kid, privateKey, entry: { service, key: publicKey, publicKey: kid } };
}

function keysOf(...parties: Party[]): VerifyKeys {
  return new Map(parties.map(({ kid, entry }) => [kid, entry]));
}

function callTo(audience: string): Purpose {
  return { type: 'call', audience, method: 'POST', url: `/calls/${audience}.do` };
}

const TO_CI = callTo('ci');

function statementOf({ kid, privateKey }: Party, issuedAt: number, expiresAt: number): Promise<string> {
  return new SignJWT({ request: hash('sha256', 'POST /calls/ci.do', 'base64url') })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'hearth-call+jwt', kid })
    .setIssuer('edge')
    .setAudience('ci')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
}

describe('signed statements', () => {
  it('are believed by their audience, with their issuer', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(keysOf(edge));
    const { issuer, claims } = await verifier.verify(
      edge.signer.sign(callTo('projects'), { caller: 7 }),
      callTo('projects'),
    );
    expect(issuer).toBe('edge');
    expect(claims['caller']).toBe(7);
  });

  it('are refused by every other receiver, also once they are cached', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(keysOf(edge));
    const token = edge.signer.sign(callTo('projects'));
    await verifier.verify(token, callTo('projects'));
    await expect(verifier.verify(token, TO_CI)).rejects.toThrow(SignatureError);
  });

  const purpose: Purpose = { type: 'call', audience: 'ci', method: 'POST', url: '/calls/ci.authenticate-job?' };
  it.each<[string, Partial<Purpose>]>([
    ['type', { type: 'caller' }],
    ['audience', { audience: 'projects' }],
    ['method', { method: 'GET' }],
    ['path', { url: '/calls/ci.authenticate-jobs' }],
  ])('are refused for a request of another %s, known or not', async (_part, other) => {
    const edge = await party('edge');
    const token = edge.signer.sign(purpose, { caller: 7 });
    const verifier = new Verifier(keysOf(edge));
    await expect(verifier.verify(token, { ...purpose, ...other })).rejects.toThrow(SignatureError);
    await verifier.verify(token, { ...purpose, url: '/calls/ci.authenticate-job?with=query' });
    await expect(verifier.verify(token, { ...purpose, ...other })).rejects.toThrow(SignatureError);
  });

  it('are short, however long the path of their request', async () => {
    const edge = await party('edge');
    expect(edge.signer.sign({ ...purpose, url: `/${'x'.repeat(16_000)}` }).length).toBeLessThan(500);
  });

  it('are refused when signed by an unknown key or changed', async () => {
    const edge = await party('edge');
    const stranger = await party('edge');
    const keys = keysOf(edge);
    await expect(new Verifier(keys).verify(stranger.signer.sign(TO_CI), TO_CI)).rejects.toThrow(SignatureError);
    const [head, , tail] = edge.signer.sign(TO_CI).split('.');
    const forged = `${head}.${Buffer.from('{"iss":"edge","aud":"ci"}').toString('base64url')}.${tail}`;
    await expect(new Verifier(keys).verify(forged, TO_CI)).rejects.toThrow(SignatureError);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', `${Buffer.from('{"alg":"EdDSA","kid":7}').toString('base64url')}.e30.AA`])(
    'are refused when they are none: %j',
    async (text) => {
      await expect(new Verifier(keysOf(await party('edge'))).verify(text, TO_CI)).rejects.toThrow(SignatureError);
    },
  );

  it('share one signature while they are fresh', async () => {
    const edge = await party('edge');
    expect(edge.signer.sign(TO_CI, { a: 1 })).toBe(edge.signer.sign(TO_CI, { a: 1 }));
    expect(edge.signer.sign(TO_CI, { a: 1 })).not.toBe(edge.signer.sign(TO_CI, { a: 2 }));
  });

  it('hold for a minute, clocks being up to five seconds apart', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(keysOf(edge));
    const now = Math.floor(Date.now() / 1000);
    const verify = async (issuedAt: number, expiresAt: number) =>
      verifier.verify(await statementOf(edge, now + issuedAt, now + expiresAt), TO_CI);
    await expect(verify(3, 63)).resolves.toBeDefined();
    await expect(verify(-62, -2)).resolves.toBeDefined();
    await expect(verify(10, 70)).rejects.toThrow(SignatureError);
    await expect(verify(-70, -10)).rejects.toThrow(SignatureError);
    await expect(verify(-70, 600)).rejects.toThrow(SignatureError);
  });
});

describe('keys that change', () => {
  it('sign at once, also what was signed a moment ago with the old one', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const { signer } = before;
    const first = signer.sign(TO_CI);
    signer.use({ kid: 'new', service: 'edge', key: KeyObject.from(after.privateKey), publicKey: 'new' });
    const second = signer.sign(TO_CI);
    expect(signer.kid).toBe('new');
    await expect(new Verifier(keysOf(after)).verify(second, TO_CI)).resolves.toBeDefined();
    await expect(new Verifier(keysOf(after)).verify(first, TO_CI)).rejects.toThrow('unknown key');
  });

  it('are valid two at a time', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    for (const { signer } of [before, after]) {
      expect((await verifier.verify(signer.sign(TO_CI), TO_CI)).issuer).toBe('edge');
    }
  });

  it('take with them what was believed because of them', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    const token = before.signer.sign(TO_CI);
    await verifier.verify(token, TO_CI);
    verifier.use(keysOf(after));
    await expect(verifier.verify(token, TO_CI)).rejects.toThrow('unknown key');
  });

  it('take with them what is being checked while they go', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    const token = before.signer.sign(TO_CI);
    const checking = verifier.verify(token, TO_CI);
    verifier.use(keysOf(after));
    await checking;
    await expect(verifier.verify(token, TO_CI)).rejects.toThrow('unknown key');
  });

  it('are asked for when a statement names one that is not known', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    let asked = 0;
    const verifier: Verifier = new Verifier(keysOf(before), async () => {
      asked++;
      verifier.use(keysOf(before, after));
    });
    await verifier.verify(before.signer.sign(TO_CI), TO_CI);
    expect(asked).toBe(0);
    await verifier.verify(after.signer.sign(TO_CI), TO_CI);
    expect(asked).toBe(1);
  });

  it('of one service do not speak for another', async () => {
    const edge = await party('edge');
    const impostor: VerifyKeys = new Map([[edge.kid, { ...edge.entry, service: 'ci' }]]);
    await expect(new Verifier(impostor).verify(edge.signer.sign(TO_CI), TO_CI)).rejects.toThrow(
      'issuer and key differ',
    );
  });
});
