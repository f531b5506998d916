import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';

/** Where everything of one running Hearth lies. Nothing is made before `createDataFolder`. */
export function dataFolder(folder) {
  const inside = (...parts) => path.join(folder, ...parts);
  return {
    folder,
    postgres: inside('postgres'),
    kafka: inside('kafka'),
    storages: inside('storages'),
    storage: (name) => inside('storages', name),
    secrets: inside('secrets'),
    postgresPassword: inside('secrets', 'postgres-password'),
    signingKey: (service) => inside('secrets', 'signing', `${service}.json`),
    nextSigningKey: (service) => inside('secrets', 'signing', `${service}.next.json`),
    verifyKeys: inside('secrets', 'verify-keys.json'),
    encryptionKeys: inside('secrets', 'encryption-keys'),
    nextEncryptionKey: inside('secrets', 'encryption-keys.next'),
    retiredKeys: inside('secrets', 'retired-keys.json'),
    logs: inside('logs'),
    log: (name) => inside('logs', `${name}.log`),
    run: inside('run'),
    lock: inside('run', 'lock'),
    keysLock: inside('run', 'keys.lock'),
    state: inside('run', 'state.json'),
    ports: inside('run', 'ports.json'),
  };
}

/** @typedef {ReturnType<typeof dataFolder>} DataFolder */

/** Makes the folders that are missing. Other users may pass through (PostgreSQL may run as one), but not into secrets. */
export function createDataFolder(data) {
  try {
    makePassable(data.folder);
    for (const folder of [data.storages, data.logs, data.run]) makePassable(folder);
    mkdirSync(path.dirname(data.signingKey('any')), { recursive: true, mode: 0o700 });
    chmodSync(data.secrets, 0o700);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error;
    throw new Failure(
      `The data folder ${data.folder} cannot be used by this user (${error.code} at ${error.path}): ` +
        'choose another with --data, or let its owner run this.',
    );
  }
}

/** Makes a folder and its missing parents with mode 0755, whatever the umask. */
export function makePassable(folder) {
  if (existsSync(folder)) return mkdirSync(folder, { recursive: true });
  makePassable(path.dirname(folder));
  mkdirSync(folder);
  return chmodSync(folder, 0o755);
}
