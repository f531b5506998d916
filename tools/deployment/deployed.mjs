import { processesOf, readCompose } from './compose.mjs';

/** Variables that say where something is, or by which mechanism Kafka's clients log in: of these a process gets the values of this machine. */
const PLACES = new Set([
  'HEARTH_ROUTED',
  'HEARTH_ROUTES_FOLDER',
  'HEARTH_INTERNAL',
  'HEARTH_SERVICES',
  'HEARTH_SIGNING_KEY',
  'HEARTH_VERIFY_KEYS',
  'HEARTH_KEYS_FILE',
  'HEARTH_SSH',
  'HEARTH_SSH_HOST_KEYS_FILE',
  'HEARTH_STORAGES',
  'HEARTH_OBJECTS',
  'DATABASE_URL',
  'DATABASE_PASSWORD_FILE',
  'DATABASE_PASSWORDS_FOLDER',
  'KAFKA_BROKERS',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_PASSWORD_FILE',
]);

/**
 * The environment of a process in docker-compose.yml, with the places of this machine.
 * @param {string} name of the service there: `gateway`, `repository-1`, `logins`, `migrate-ci`
 * @param {Record<string, string>} own the environment that the process gets here otherwise
 * @returns {Record<string, string>} the variables of docker-compose.yml, and no others
 * @throws an Error when it has one that says where something is, and `own` has not
 */
export function deployedEnvironment(name, own) {
  const { service } = processesOf(readCompose()).find((process) => process.name === name);
  const entries = Object.entries(service.environment).flatMap(([variable, value]) => {
    if (!PLACES.has(variable)) return [[variable, String(value)]];
    if (own[variable] !== undefined) return [[variable, own[variable]]];
    // The owner's login of the embedded PostgreSQL has its password in the URL.
    if (variable === 'DATABASE_PASSWORD_FILE' && new URL(own.DATABASE_URL).password) return [];
    throw new Error(`${name} has ${variable} in docker-compose.yml only`);
  });
  return Object.fromEntries(entries);
}
