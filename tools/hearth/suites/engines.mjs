import { dataFolder } from '../data-folder.mjs';
import { postgresUrl } from '../supervisor/postgres.mjs';
import { readState } from '../supervisor/state.mjs';

/** Returns the address of a running system's PostgreSQL, for specs that query it. */
export function databaseOf(folder) {
  const data = dataFolder(folder);
  return { HEARTH_E2E_DATABASE_URL: postgresUrl(data, portOf(data, 'postgres')) };
}

/** Returns the addresses of a running system's PostgreSQL and Kafka, for services beside it. */
export function enginesOf(folder) {
  return { ...databaseOf(folder), HEARTH_E2E_BROKERS: `127.0.0.1:${portOf(dataFolder(folder), 'kafka')}` };
}

function portOf(data, name) {
  return readState(data).processes.find((process) => process.name === name).port;
}
