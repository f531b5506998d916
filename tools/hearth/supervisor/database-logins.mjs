import { existsSync } from 'node:fs';
import path from 'node:path';

const URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL'];
const OF_SERVICES = ['DATABASE_PASSWORDS', 'DATABASE_PASSWORDS_FOLDER'];

/**
 * Database logins of a program that works for all services: with the migrating login of DATABASE_URL, and as each service with the
 * passwords that the environment gives for a server of its own, by default those of the data folder. A data folder of an earlier version has
 * none before its next migration.
 * @returns {Record<string, string>} environment variables besides DATABASE_URL
 */
export function programLogins(data, source = process.env) {
  return { ...given(['DATABASE_PASSWORD_FILE'], source), ...passwordsOfServices(data, source) };
}

/**
 * Database logins of a service's process: without the migrating login, as its service, or as each of those that share the process.
 * @param {import('./topology.mjs').ServiceDefinition} service
 * @param {Record<string, string>} surroundings with the URLs of the migrating login
 * @returns {Record<string, string>} the URLs and the variables of the passwords
 */
export function serviceLogin({ app }, surroundings, data, source = process.env) {
  const passwords = passwordsOfServices(data, source);
  if (app === 'all-in-one') return { ...urlsWith('', surroundings), ...passwords };
  const own = urlsWith(`hearth_${app.replaceAll('-', '_')}`, surroundings);
  const { DATABASE_PASSWORDS: json, DATABASE_PASSWORDS_FOLDER: folder } = passwords;
  if (folder) return { ...own, DATABASE_PASSWORD_FILE: path.join(folder, app) };
  return { ...own, DATABASE_PASSWORDS: JSON.stringify({ [app]: JSON.parse(json)[app] }) };
}

function passwordsOfServices(data, source) {
  const named = given(OF_SERVICES, source);
  if (Object.keys(named).length > 0) return named;
  return existsSync(data.databasePasswords) ? { DATABASE_PASSWORDS_FOLDER: data.databasePasswords } : {};
}

/** Logins from the environment, for a server that it names only. */
function given(names, source) {
  const set = source.DATABASE_URL ? names.filter((name) => source[name]) : [];
  return Object.fromEntries(set.map((name) => [name, source[name]]));
}

function urlsWith(user, surroundings) {
  const present = URLS.filter((name) => surroundings[name]);
  return Object.fromEntries(present.map((name) => [name, urlWithUser(surroundings[name], user)]));
}

/** The URL with another user, or none, and without a password. */
function urlWithUser(url, user) {
  const changed = new URL(url);
  for (const name of ['user', 'password']) if (changed.searchParams.has(name)) changed.searchParams.delete(name);
  // Without a host (a socket's folder is a parameter then) there is no place for a user before it.
  if (changed.host === '' && user) changed.searchParams.set('user', user);
  Object.assign(changed, { username: user, password: '' });
  return changed.href;
}
