import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import querystring from 'node:querystring';
import { SECRET_SETTINGS, settingNames, withoutUrlSecrets } from '../settings/shown.mjs';

/** Shorter values would cut words out of logs. */
const SHORTEST = 8;
/** Files of public keys, and fields that name a key or are public. */
const PUBLIC_FILES = ['verify-keys.json', 'ssh-host-keys.pub', 'retired-keys.json'];
const PUBLIC_FIELDS = ['kid', 'service', 'user', 'publicKey'];

/**
 * Returns a function that removes the secrets of a system from a text, wherever they stand: those of the files in `secrets/`, those of environments, and
 * the passwords of URLs.
 * @param {import('../data-folder.mjs').DataFolder} data
 * @param {NodeJS.ProcessEnv[]} environments of the command and of the processes
 */
export function secretsCutter(data, environments) {
  const values = [...valuesOfFiles(data.secrets), ...environments.flatMap(valuesOfEnvironment)];
  // Longer ones first: one may be part of another.
  const secrets = [...new Set(values)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => withoutUrlSecrets(secrets.reduce((rest, secret) => rest.replaceAll(secret, '[cut]'), text));
}

function valuesOfFiles(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !PUBLIC_FILES.includes(file.name))
    .flatMap((file) => valuesOfText(readFileSync(path.join(file.parentPath, file.name), 'utf8')));
}

/** The values of a JSON object, otherwise each line, and its part behind a name (`id:key`). */
function valuesOfText(text) {
  const json = objectIn(text);
  if (json) return valuesOfJson(json);
  return text.split('\n').flatMap((line) => [line.trim(), line.slice(line.indexOf(':') + 1).trim()]);
}

function objectIn(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function valuesOfJson(value, name) {
  if (PUBLIC_FIELDS.includes(name)) return [];
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? valuesOfLines(value) : [];
  return Object.entries(value).flatMap(([field, inner]) => valuesOfJson(inner, field));
}

function valuesOfLines(text) {
  return text.split('\n').filter((line) => !line.startsWith('-----'));
}

/** Those of secret settings, of misspelt ones, and the passwords of URLs, as they stand there and decoded. */
function valuesOfEnvironment(environment) {
  const known = settingNames();
  const names = Object.keys(environment).filter(
    (name) => SECRET_SETTINGS.includes(name) || (name.startsWith('HEARTH_') && !known.includes(name)),
  );
  const passwords = Object.values(environment).flatMap((value) =>
    URL.canParse(value) ? [new URL(value).password] : [],
  );
  return [
    ...names.flatMap((name) => valuesOfText(environment[name])),
    ...passwords,
    ...passwords.map((password) => querystring.unescape(password)),
  ];
}
