import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureEncryptionKey } from './keys/encryption-keys.mjs';
import { forgetRetired } from './keys/retired-keys.mjs';
import { currentKey, makeSigningKey, outdatedKids, publish, unpublish } from './keys/signing-keys.mjs';
import { ensureSshHostKeys } from './keys/ssh-host-keys.mjs';
import { readSecret, writeSecret, writeSecretJson } from './secret-files.mjs';

/** The services with a login of their own in the database. */
const STORES = ['identity', 'projects', 'repository', 'merge-requests', 'ci'];
/** Signers of internal calls, each with a key of its own. `operator` is this command. */
export const SIGNERS = ['gateway', ...STORES, 'all-in-one', 'operator'];

/**
 * Makes the keys and the passwords of PostgreSQL and Kafka that are missing in a data folder, and drops public keys whose private half is
 * gone: on a stopped system nothing is left that they signed. Files are for their owner only.
 */
export function ensureSecrets(data) {
  if (!existsSync(data.postgresPassword)) {
    writeSecretJson(data.postgresPassword, { user: 'hearth', password: randomBytes(24).toString('base64url') });
  }
  if (!existsSync(data.kafkaPassword)) writeSecret(data.kafkaPassword, randomBytes(24).toString('base64url'));
  ensureEncryptionKey(data);
  ensureSshHostKeys(data);
  publish(
    data,
    SIGNERS.map((service) => currentKey(data, service) ?? makeSigningKey(data.signingKey(service), service)),
  );
  const outdated = outdatedKids(data, SIGNERS);
  unpublish(data, outdated);
  forgetRetired(data, outdated);
}

/**
 * Makes the passwords of the services' logins that are missing, a file for each. To be called before a migration only, which sets them in
 * the database.
 */
export function ensureDatabasePasswords(data) {
  mkdirSync(data.databasePasswords, { recursive: true, mode: 0o700 });
  for (const service of STORES) {
    const file = path.join(data.databasePasswords, service);
    if (!existsSync(file)) writeSecret(file, randomBytes(24).toString('base64url'));
  }
}

/** Superuser of the embedded PostgreSQL, who migrates, and its password. */
export function postgresCredentials(data) {
  return JSON.parse(readFileSync(data.postgresPassword, 'utf8'));
}

/** Returns the login at the embedded Kafka; undefined for a data folder that was last started by a version whose Kafka had no login. */
export function kafkaLogin(data) {
  const password = readSecret(data.kafkaPassword);
  return password === undefined ? undefined : { username: 'hearth', password };
}
