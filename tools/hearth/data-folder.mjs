import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { requirePlace } from './disk.mjs';
import { Failure } from './failure.mjs';

/** Mode of the data folder where PostgreSQL runs as another user, in whose group it then is. */
const PASSABLE_BY_GROUP = 0o710;

/** Paths of everything in the data folder of one Hearth. Creates nothing before `createDataFolder`. */
export function dataFolder(folder) {
  const inside = (...parts) => path.join(folder, ...parts);
  return {
    folder,
    postgres: inside('postgres'),
    kafka: inside('kafka'),
    storages: inside('storages'),
    objects: inside('objects'),
    storage: (name) => inside('storages', name),
    storageNames: inside('storages', 'names.json'),
    secrets: inside('secrets'),
    postgresPassword: inside('secrets', 'postgres-password'),
    databasePasswords: inside('secrets', 'database'),
    kafkaPassword: inside('secrets', 'kafka-password'),
    signingKey: (service) => inside('secrets', 'signing', `${service}.json`),
    nextSigningKey: (service) => inside('secrets', 'signing', `${service}.next.json`),
    verifyKeys: inside('secrets', 'verify-keys.json'),
    encryptionKeys: inside('secrets', 'encryption-keys'),
    nextEncryptionKey: inside('secrets', 'encryption-keys.next'),
    sshHostKeys: inside('secrets', 'ssh-host-keys'),
    sshPublicHostKeys: inside('secrets', 'ssh-host-keys.pub'),
    retiredKeys: inside('secrets', 'retired-keys.json'),
    logs: inside('logs'),
    log: (name) => inside('logs', `${name}.log`),
    run: inside('run'),
    lock: inside('run', 'lock'),
    keysLock: inside('run', 'keys.lock'),
    state: inside('run', 'state.json'),
    ports: inside('run', 'ports.json'),
    routes: (name) => inside('run', 'routes', name),
    objectsElsewhere: inside('run', 'objects'),
    imports: inside('imports'),
  };
}

/** @typedef {ReturnType<typeof dataFolder>} DataFolder */

/** Contents of a data folder that was used before. */
const OWN = ['secrets', 'run'];
/** Contents that an empty folder may have. */
const EMPTY = ['lost+found', 'hearth.yaml'];

/**
 * Makes the folders that are missing and closes those that other users may enter, as earlier versions left them.
 * @param {DataFolder} data
 * @param {import('./supervisor/database-user.mjs').SystemUser} [databaseUser] whom PostgreSQL runs as, where that is another user: its group
 *   may pass through the data folder to the cluster, and see nothing else
 * @throws {Failure} when this user may not use the folder, or it holds things of others
 */
export function createDataFolder(data, databaseUser) {
  requirePlace(data.folder);
  try {
    requireOwn(data.folder);
    makePassable(path.dirname(data.folder));
    makePrivate(data.folder, databaseUser);
    for (const folder of [data.storages, data.logs, data.run, data.secrets, path.dirname(data.signingKey('any'))])
      makePrivate(folder);
    if (existsSync(data.kafka)) makePrivate(data.kafka);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error;
    throw new Failure(
      `The data folder ${data.folder} cannot be used by this user (${error.code} at ${error.path}): ` +
        'choose another with --data, or let its owner run this.',
    );
  }
}

/** Nothing but the owner gets in, except that the group of `databaseUser` may pass. */
export function makePrivate(folder, databaseUser) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (databaseUser) chownSync(folder, statSync(folder).uid, databaseUser.gid);
  chmodSync(folder, databaseUser ? PASSABLE_BY_GROUP : 0o700);
}

/** The folders of a data folder that others than their owner may enter (or, the data folder itself, read). */
export function exposedFolders(data) {
  const others = (folder) => (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  const inner = [data.storages, data.logs, data.run, data.secrets, data.kafka, data.imports].filter(
    (folder) => others(folder) !== 0,
  );
  return others(data.folder) & ~PASSABLE_BY_GROUP ? [data.folder, ...inner] : inner;
}

/** Makes a folder and its missing parents with mode 0755, whatever the umask. */
export function makePassable(folder) {
  if (existsSync(folder)) return mkdirSync(folder, { recursive: true });
  makePassable(path.dirname(folder));
  mkdirSync(folder);
  return chmodSync(folder, 0o755);
}

/**
 * Remembers where the system stores artifacts and traces, for `backup`, in whose environment the setting may be missing.
 * @param {DataFolder} data @param {string} [place] HEARTH_OBJECTS, if it is set
 */
export function rememberObjects(data, place = data.objects) {
  if (place === data.objects) rmSync(data.objectsElsewhere, { force: true });
  else writeFileSync(data.objectsElsewhere, place);
}

/** The bucket or folder with the artifacts and traces of a data folder's system; undefined where they are in the data folder. */
export function objectsPlace(data, source = process.env) {
  if (existsSync(data.objectsElsewhere)) return readFileSync(data.objectsElsewhere, 'utf8');
  return source.HEARTH_OBJECTS === data.objects ? undefined : source.HEARTH_OBJECTS || undefined;
}

/** Whether a folder has been a data folder before; assumed for one that this user may not read. */
export function isDataFolder(folder) {
  try {
    return statSync(dataFolder(folder).secrets).isDirectory();
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(error.code);
  }
}

/** Closing a folder that belongs to something else (`--data /tmp`) would do harm. */
function requireOwn(folder) {
  const entries = existsSync(folder) ? readdirSync(folder).filter((name) => !EMPTY.includes(name)) : [];
  if (entries.length === 0 || OWN.some((name) => entries.includes(name))) return;
  throw new Failure(
    `${folder} holds other things (${entries[0]}), and Hearth closes its data folder to other users: choose an empty or new folder with --data.`,
  );
}
