import { generateKeyPairSync } from 'node:crypto';
import { Signer, Verifier, parseSigningKey, parseVerifyKeys } from '@hearth/secrets';

/** Makes the keys of a service that is the only process: it verifies what it has signed. */
export async function makeSigningKeys(service: string): Promise<{ signer: Signer; verifier: Verifier }> {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = { ...pair, kid: 'test', service };
  const signer = new Signer(await parseSigningKey(JSON.stringify(key)));
  return { signer, verifier: new Verifier(await parseVerifyKeys(JSON.stringify([key]))) };
}
