import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readJson, writeJson } from './json-files.mjs';

/** Who signs internal calls with a key of its own. `operator` is this command. */
export const SIGNERS = [
  'gateway',
  'identity',
  'projects',
  'repository',
  'merge-requests',
  'ci',
  'all-in-one',
  'operator',
];

/** Makes the signing keys and PostgreSQL's password that are missing in a data folder. Files are for their owner only. */
export function ensureSecrets(data) {
  if (!existsSync(data.postgresPassword)) {
    writeJson(data.postgresPassword, { user: 'hearth', password: randomBytes(24).toString('base64url') }, 0o600);
  }
  const published = readJson(data.verifyKeys) ?? [];
  const missing = SIGNERS.filter((service) => !existsSync(data.signingKey(service)));
  if (missing.length === 0 && published.length > 0) return;
  const made = missing.map((service) => makeKey(data, service));
  const kept = published.filter(({ service }) => SIGNERS.includes(service) && !missing.includes(service));
  writeJson(data.verifyKeys, [...kept, ...made], 0o600);
}

/** User and password of the embedded PostgreSQL. */
export function postgresCredentials(data) {
  return JSON.parse(readFileSync(data.postgresPassword, 'utf8'));
}

function makeKey(data, service) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = `${service}-${randomBytes(4).toString('hex')}`;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeJson(data.signingKey(service), { kid, service, privateKey: pem }, 0o600);
  return { kid, service, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) };
}
