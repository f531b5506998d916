import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { importSPKI, type CryptoKey } from 'jose';
import { z } from 'zod';

export const SIGNING_ALGORITHM = 'EdDSA';

const SigningKeyFile = z.object({ kid: z.string(), service: z.string(), privateKey: z.string() });
const VerifyKeysFile = z.array(z.object({ kid: z.string(), service: z.string(), publicKey: z.string() })).min(1);

/** The Ed25519 key with which this process signs, and the service it belongs to. */
export interface SigningKey {
  readonly kid: string;
  readonly service: string;
  readonly key: KeyObject;
  /** Its public half: SPKI in base64. */
  readonly publicKey: string;
}

/** A public key and the service that signs with it. */
export interface VerifyKey {
  readonly service: string;
  readonly key: CryptoKey;
  /** SPKI in base64. */
  readonly publicKey: string;
}

/** Public keys by key id. */
export type VerifyKeys = ReadonlyMap<string, VerifyKey>;

/**
 * Parses a signing key: JSON `{kid, service, privateKey}`, the key as PKCS8 PEM.
 * @throws an Error whose one-sentence message quotes nothing of the content
 */
export async function parseSigningKey(text: string): Promise<SigningKey> {
  const { kid, service, privateKey } = parseJson(SigningKeyFile, text, '{kid, service, privateKey}');
  return withoutContent(`the private key of "${kid}" is not an Ed25519 key in PKCS8 PEM`, async () => {
    const key = createPrivateKey(privateKey);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
    return { kid, service, key, publicKey: spkiOf(createPublicKey(key)) };
  });
}

/**
 * Reads a signing key once, for a short-lived program.
 * @throws when the file cannot be read or has another format
 */
export async function loadSigningKey(file: string): Promise<SigningKey> {
  return parseSigningKey(await readFile(file, 'utf8'));
}

/**
 * Parses the public keys of all services: JSON `[{kid, service, publicKey}]`, the keys as SPKI PEM. A service may have several.
 * @throws an Error whose one-sentence message quotes nothing of the content
 */
export async function parseVerifyKeys(text: string): Promise<VerifyKeys> {
  const entries = parseJson(VerifyKeysFile, text, 'a list of {kid, service, publicKey}');
  const keys = entries.map(({ kid, service, publicKey }) =>
    withoutContent(`the public key of "${kid}" is not an Ed25519 key in SPKI PEM`, async () => {
      const key = await importSPKI(publicKey, SIGNING_ALGORITHM);
      return [kid, { service, key, publicKey: spkiOf(createPublicKey(publicKey)) }] as const;
    }),
  );
  const byId = new Map(await Promise.all(keys));
  if (byId.size < entries.length) throw new Error('two of its keys have the same id');
  return byId;
}

/** Returns true when the public keys contain this key's public half for its service, so that its signatures are accepted. */
export function isPublished({ kid, service, publicKey }: SigningKey, keys: VerifyKeys): boolean {
  const published = keys.get(kid);
  return published !== undefined && published.service === service && published.publicKey === publicKey;
}

function spkiOf(key: ReturnType<typeof createPublicKey>): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

function parseJson<S extends z.ZodType>(schema: S, text: string, form: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The original errors are dropped: JSON's quotes the text around a mistake.
    throw new Error(`it is not JSON of the form ${form}`);
  }
}

async function withoutContent<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new Error(sentence);
  }
}
