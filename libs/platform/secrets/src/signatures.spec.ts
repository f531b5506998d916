import { generateKeyPair } from 'jose';
import { SignatureError, Signer, Verifier } from './signatures.js';
import type { VerifyKeys } from './signing-keys.js';

async function party(service: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const kid = `${service}-1`;
  return { signer: new Signer({ kid, service, key: privateKey }), kid, entry: { service, key: publicKey } };
}

describe('signed statements', () => {
  it('are believed by their audience, with their issuer', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(new Map([[edge.kid, edge.entry]]));
    const { issuer, claims } = await verifier.verify(await edge.signer.sign('projects', { caller: 7 }), 'projects');
    expect(issuer).toBe('edge');
    expect(claims['caller']).toBe(7);
  });

  it('are refused by anybody else, also once they are known', async () => {
    const edge = await party('edge');
    const verifier = new Verifier(new Map([[edge.kid, edge.entry]]));
    const token = await edge.signer.sign('projects');
    await verifier.verify(token, 'projects');
    await expect(verifier.verify(token, 'ci')).rejects.toThrow(SignatureError);
  });

  it('are refused when signed by an unknown key or changed', async () => {
    const edge = await party('edge');
    const stranger = await party('edge');
    const keys: VerifyKeys = new Map([[edge.kid, edge.entry]]);
    await expect(new Verifier(keys).verify(await stranger.signer.sign('ci'), 'ci')).rejects.toThrow(SignatureError);
    const [head, , tail] = (await edge.signer.sign('ci')).split('.');
    const forged = `${head}.${Buffer.from('{"iss":"edge","aud":"ci"}').toString('base64url')}.${tail}`;
    await expect(new Verifier(keys).verify(forged, 'ci')).rejects.toThrow(SignatureError);
  });

  it('share one signature while they are fresh', async () => {
    const edge = await party('edge');
    expect(await edge.signer.sign('ci', { a: 1 })).toBe(await edge.signer.sign('ci', { a: 1 }));
    expect(await edge.signer.sign('ci', { a: 1 })).not.toBe(await edge.signer.sign('ci', { a: 2 }));
  });
});
