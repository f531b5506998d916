import { generateKeyPairSync } from 'node:crypto';
import { Signer, parseSigningKey } from '@hearth/secrets';

/** One who signs calls, and the public key to check that with, as processes are given it. */
export async function sampleParty(service: string): Promise<{ signer: Signer; publicKey: object }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const kid = `${service}-1`;
  const signer = new Signer(await parseSigningKey(JSON.stringify({ kid, service, privateKey })));
  return { signer, publicKey: { kid, service, publicKey } };
}
