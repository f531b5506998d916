import { generateKeyPairSync } from 'node:crypto';
import { Signer, parseSigningKey } from '@hearth/secrets';

/** Creates a signer for calls, with its public key in the form that processes read. */
export async function sampleParty(service: string): Promise<{ signer: Signer; publicKey: object }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const kid = `${service}-1`;
  const signer = new Signer(await parseSigningKey(JSON.stringify({ kid, service, privateKey })));
  return { signer, publicKey: { kid, service, publicKey } };
}
