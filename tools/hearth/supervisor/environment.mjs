import path from 'node:path';
import { Failure } from '../failure.mjs';
import { builtNodegit } from '../install/nodegit.mjs';
import { toolsFolder } from '../paths.mjs';
import { kafkaLogin } from '../secrets.mjs';

const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'JAVA_HOME'];
/** Secrets that only identity has. */
const IDENTITY_SECRETS = ['SMTP_URL', 'HEARTH_OIDC_CLIENT_SECRET'];
/** Secrets among Hearth's settings: they go to those processes only that need them, by a function of their own. */
const SECRET_SETTINGS = [
  'HEARTH_ROOT_PASSWORD',
  'HEARTH_IMPORT_TOKEN',
  'HEARTH_KEYS',
  'HEARTH_KEYS_FILE',
  ...IDENTITY_SECRETS,
];
/** Of the command: it sets the first one for the processes that users reach, and hands on what the file says. */
const OWN_SETTINGS = ['HEARTH_SSH', 'HEARTH_CONFIG_FILE'];

/** Settings that name files and folders of others. */
const PATHS = [
  'HEARTH_KEYS_FILE',
  'HEARTH_NODEGIT',
  'HEARTH_OBJECTS_CREDENTIALS_FILE',
  'HEARTH_TLS_CERT_FILE',
  'HEARTH_TLS_KEY_FILE',
  'HEARTH_TLS_CA_FILE',
  'HEARTH_SSH_HOST_KEYS_FILE',
  'DATABASE_PASSWORD_FILE',
  'DATABASE_PASSWORDS_FOLDER',
];

/** Node's cache of compiled modules; compiling them is a fifth of the start of a service. */
const COMPILE_CACHE = path.join(toolsFolder, 'compile-cache');
/** Settings for small processes: half of Node's own space for new objects, two arenas for the memory of threads (docs/performance.md). */
const SMALL = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };

/** Environment that any program started by Hearth inherits: nothing that could change its behaviour by accident. */
export function systemEnvironment(source = process.env) {
  return pick(source, (name) => INHERITED.includes(name));
}

/**
 * Returns the variables that services inherit in addition: telemetry, Hearth's own settings without the secrets among them, and logins of servers
 * that the environment names.
 */
export function serviceEnvironment(source = process.env) {
  const settings = pick(
    source,
    (name) => /^(OTEL|HEARTH)_/.test(name) && ![...SECRET_SETTINGS, ...OWN_SETTINGS].includes(name),
  );
  const node = { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE, ...SMALL };
  return { ...systemEnvironment(source), ...settings, ...waysToServers(source), ...node };
}

/** Returns the variables for connections to servers that Hearth did not start: they would be wrong for its own ones. */
function waysToServers(source) {
  return pick(source, (name) => {
    if (name === 'DATABASE_DIRECT_URL') return Boolean(source.DATABASE_URL);
    return /^KAFKA_(SSL|SASL)(_|$)/.test(name) && Boolean(source.KAFKA_BROKERS);
  });
}

/** Returns the login at the Kafka of a data folder; empty when the environment names other brokers. */
export function kafkaSignIn(data, source = process.env) {
  const login = source.KAFKA_BROKERS ? undefined : kafkaLogin(data);
  if (!login) return {};
  return {
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_SASL_USERNAME: login.username,
    KAFKA_SASL_PASSWORD_FILE: data.kafkaPassword,
  };
}

/** The encryption keys that the environment names or holds, if it does: for services that store something. */
export function encryptionKeysOfEnvironment(source = process.env) {
  return pick(source, (name) => ['HEARTH_KEYS', 'HEARTH_KEYS_FILE'].includes(name) && Boolean(source[name]));
}

/** The secrets that only identity has: the mail server, whose URL may hold a password, and the client of single sign-on. */
export function identitySecretsOfEnvironment({ app }, source = process.env) {
  if (!['identity', 'all-in-one'].includes(app)) return {};
  return pick(source, (name) => IDENTITY_SECRETS.includes(name) && Boolean(source[name]));
}

/** The PEM file that services' certificates are checked against, where the environment gives them some (TLS between processes). */
export function authorityOfEnvironment(source = process.env) {
  return source.HEARTH_TLS_CERT_FILE ? source.HEARTH_TLS_CA_FILE : undefined;
}

/**
 * Settings of the system to start, from the environment: servers to use instead of own ones, the first password.
 * @throws {Failure} for what services could not use as it stands
 */
export function settingsOfEnvironment(source = process.env) {
  for (const name of PATHS) {
    if (source[name] && !path.isAbsolute(source[name]))
      throw new Failure(`${name} must be an absolute path: services run in the data folder.`, { exitCode: 2 });
  }
  if (source.HEARTH_TLS_CERT_FILE && !source.HEARTH_TLS_CA_FILE)
    throw new Failure('HEARTH_TLS_CERT_FILE needs HEARTH_TLS_CA_FILE: this command, too, checks the certificate.', {
      exitCode: 2,
    });
  if (source.HEARTH_GIT_ENGINE === 'nodegit' && !nodegitOfEnvironment(source).HEARTH_NODEGIT)
    throw new Failure('HEARTH_GIT_ENGINE is nodegit, which is not built: run `./hearth engine nodegit` first.', {
      exitCode: 2,
    });
  return {
    databaseUrl: source.DATABASE_URL || undefined,
    brokers: source.KAFKA_BROKERS || undefined,
    rootPassword: source.HEARTH_ROOT_PASSWORD || undefined,
  };
}

/** Returns the place of the package nodegit, for services that use it. */
export function nodegitOfEnvironment(source = process.env) {
  if (source.HEARTH_GIT_ENGINE !== 'nodegit') return {};
  const folder = source.HEARTH_NODEGIT || builtNodegit();
  return folder ? { HEARTH_NODEGIT: folder } : {};
}

function pick(source, wanted) {
  return Object.fromEntries(Object.entries(source).filter(([name]) => wanted(name)));
}
