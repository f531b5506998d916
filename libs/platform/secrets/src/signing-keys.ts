import { readFile } from 'node:fs/promises';
import { importPKCS8, importSPKI, type CryptoKey } from 'jose';
import { z } from 'zod';

export const SIGNING_ALGORITHM = 'EdDSA';

const SigningKeyFile = z.object({ kid: z.string(), service: z.string(), privateKey: z.string() });
const VerifyKeysFile = z.array(z.object({ kid: z.string(), service: z.string(), publicKey: z.string() }));

/** The Ed25519 key with which this process signs, and whose it is. */
export interface SigningKey {
  readonly kid: string;
  readonly service: string;
  readonly key: CryptoKey;
}

/** Public keys by key id, each with the service that signs with it. */
export type VerifyKeys = ReadonlyMap<string, { readonly service: string; readonly key: CryptoKey }>;

/**
 * Reads a signing key: JSON `{kid, service, privateKey}`, the key as PKCS8 PEM.
 * @throws when the file cannot be read or is not of that form
 */
export async function loadSigningKey(file: string): Promise<SigningKey> {
  const { kid, service, privateKey } = SigningKeyFile.parse(JSON.parse(await readFile(file, 'utf8')));
  return { kid, service, key: await importPKCS8(privateKey, SIGNING_ALGORITHM) };
}

/**
 * Reads the public keys of all services: JSON `[{kid, service, publicKey}]`, the keys as SPKI PEM.
 * @throws when the file cannot be read or is not of that form
 */
export async function loadVerifyKeys(file: string): Promise<VerifyKeys> {
  const entries = VerifyKeysFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const keys = await Promise.all(
    entries.map(async ({ kid, service, publicKey }) => {
      const key = await importSPKI(publicKey, SIGNING_ALGORITHM);
      return [kid, { service, key }] as const;
    }),
  );
  return new Map(keys);
}
