import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ensureEncryptionKey } from './keys/encryption-keys.mjs';
import { forgetRetired } from './keys/retired-keys.mjs';
import { currentKey, makeSigningKey, outdatedKids, publish, unpublish } from './keys/signing-keys.mjs';
import { writeSecretJson } from './secret-files.mjs';

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

/**
 * Makes the keys and PostgreSQL's password that are missing in a data folder, and drops public keys whose private half is
 * gone: on a stopped system nothing is left that they signed. Files are for their owner only.
 */
export function ensureSecrets(data) {
  if (!existsSync(data.postgresPassword)) {
    writeSecretJson(data.postgresPassword, { user: 'hearth', password: randomBytes(24).toString('base64url') });
  }
  ensureEncryptionKey(data);
  publish(
    data,
    SIGNERS.map((service) => currentKey(data, service) ?? makeSigningKey(data.signingKey(service), service)),
  );
  const outdated = outdatedKids(data, SIGNERS);
  unpublish(data, outdated);
  forgetRetired(data, outdated);
}

/** User and password of the embedded PostgreSQL. */
export function postgresCredentials(data) {
  return JSON.parse(readFileSync(data.postgresPassword, 'utf8'));
}
