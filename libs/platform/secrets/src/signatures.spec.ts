import { SignJWT, generateKeyPair, type CryptoKey } from 'jose';
import { SignatureError, Signer, Verifier } from './signatures.js';
import type { VerifyKey, VerifyKeys } from './signing-keys.js';

interface Party {
  readonly signer: Signer;
  readonly kid: string;
  readonly entry: VerifyKey;
  readonly privateKey: CryptoKey;
}

async function party(service: string, kid = `${service}-1`): Promise<Party> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const signer = new Signer({ kid, service, key: privateKey, publicKey: kid });
  return { signer, kid, privateKey, entry: { service, key: publicKey, publicKey: kid } };
}

function keysOf(...parties: Party[]): VerifyKeys {
  return new Map(parties.map(({ kid, entry }) => [kid, entry]));
}

function statementOf({ kid, privateKey }: Party, issuedAt: number, expiresAt: number): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid })
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
    const { issuer, claims } = await verifier.verify(await edge.signer.sign('projects', { caller: 7 }), 'projects');
    expect(issuer).toBe('edge');
    expect(claims['caller']).toBe(7);
  });

  it('are refused by anybody else, also once they are known', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(keysOf(edge));
    const token = await edge.signer.sign('projects');
    await verifier.verify(token, 'projects');
    await expect(verifier.verify(token, 'ci')).rejects.toThrow(SignatureError);
  });

  it('are refused when signed by an unknown key or changed', async () => {
    const edge = await party('edge');
    const stranger = await party('edge');
    const keys = keysOf(edge);
    await expect(new Verifier(keys).verify(await stranger.signer.sign('ci'), 'ci')).rejects.toThrow(SignatureError);
    const [head, , tail] = (await edge.signer.sign('ci')).split('.');
    const forged = `${head}.${Buffer.from('{"iss":"edge","aud":"ci"}').toString('base64url')}.${tail}`;
    await expect(new Verifier(keys).verify(forged, 'ci')).rejects.toThrow(SignatureError);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', `${Buffer.from('{"alg":"EdDSA","kid":7}').toString('base64url')}.e30.AA`])(
    'are refused when they are none: %j',
    async (text) => {
      await expect(new Verifier(keysOf(await party('edge'))).verify(text, 'ci')).rejects.toThrow(SignatureError);
    },
  );

  it('share one signature while they are fresh', async () => {
    const edge = await party('edge');
    expect(await edge.signer.sign('ci', { a: 1 })).toBe(await edge.signer.sign('ci', { a: 1 }));
    expect(await edge.signer.sign('ci', { a: 1 })).not.toBe(await edge.signer.sign('ci', { a: 2 }));
  });

  it('hold for a minute, clocks being up to five seconds apart', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(keysOf(edge));
    const now = Math.floor(Date.now() / 1000);
    const verify = async (issuedAt: number, expiresAt: number) =>
      verifier.verify(await statementOf(edge, now + issuedAt, now + expiresAt), 'ci');
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
    const first = await signer.sign('ci');
    signer.use({ kid: 'new', service: 'edge', key: after.privateKey, publicKey: 'new' });
    const second = await signer.sign('ci');
    expect(signer.kid).toBe('new');
    await expect(new Verifier(keysOf(after)).verify(second, 'ci')).resolves.toBeDefined();
    await expect(new Verifier(keysOf(after)).verify(first, 'ci')).rejects.toThrow('unknown key');
  });

  it('are valid two at a time', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    for (const { signer } of [before, after]) {
      expect((await verifier.verify(await signer.sign('ci'), 'ci')).issuer).toBe('edge');
    }
  });

  it('take with them what was believed because of them', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    const token = await before.signer.sign('ci');
    await verifier.verify(token, 'ci');
    verifier.use(keysOf(after));
    await expect(verifier.verify(token, 'ci')).rejects.toThrow('unknown key');
  });

  it('take with them what is being checked while they go', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    const verifier = new Verifier(keysOf(before, after));
    const token = await before.signer.sign('ci');
    const checking = verifier.verify(token, 'ci');
    verifier.use(keysOf(after));
    await checking;
    await expect(verifier.verify(token, 'ci')).rejects.toThrow('unknown key');
  });

  it('are asked for when a statement names one that is not known', async () => {
    const [before, after] = [await party('edge', 'old'), await party('edge', 'new')];
    let asked = 0;
    const verifier: Verifier = new Verifier(keysOf(before), async () => {
      asked++;
      verifier.use(keysOf(before, after));
    });
    await verifier.verify(await before.signer.sign('ci'), 'ci');
    expect(asked).toBe(0);
    await verifier.verify(await after.signer.sign('ci'), 'ci');
    expect(asked).toBe(1);
  });

  it('of one service do not speak for another', async () => {
    const edge = await party('edge');
    const impostor: VerifyKeys = new Map([[edge.kid, { ...edge.entry, service: 'ci' }]]);
    await expect(new Verifier(impostor).verify(await edge.signer.sign('ci'), 'ci')).rejects.toThrow(
      'issuer and key differ',
    );
  });
});
