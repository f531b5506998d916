import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { internalRequest, operatorHeaders } from '../internal-request.mjs';
import { isRunning } from '../process-identity.mjs';
import { readState } from '../supervisor/state.mjs';

const PAGES = { health: '/health', keys: '/health/keys', metrics: '/metrics' };
const TIMEOUT_MS = 10_000;

/** Prints a service process's report to the operator unchanged: JSON, or Prometheus' text. */
export async function run({ data: folder }, [name, page]) {
  const path = Object.hasOwn(PAGES, page) && PAGES[page];
  if (!path) throw new Failure(`There is no "${page}": one of ${Object.keys(PAGES).join(', ')}.`, { exitCode: 2 });
  const data = dataFolder(folder);
  const { service, internalPort: port, authority } = processNamed(data, name);
  const headers = operatorHeaders(data, { audience: service, path });
  const { status, text } = await internalRequest({
    port,
    authority,
    path,
    headers,
    timeoutMs: TIMEOUT_MS,
  }).catch((cause) => {
    throw new Failure(`${name} does not answer on its internal port ${port} (${cause.message}).`, { cause });
  });
  if (status !== 200) throw new Failure(`${name} answered with status ${status}: look into ${data.log(name)}.`);
  process.stdout.write(`${text.trimEnd()}\n`);
}

function processNamed(data, name) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor))
    throw new Failure(`Hearth is not running on ${data.folder}: start it with ./hearth up.`);
  const services = state.processes.filter(({ kind }) => kind === 'service');
  const found = services.find((each) => each.name === name);
  if (found) return found;
  const names = services.map((each) => each.name).join(', ');
  throw new Failure(`No process "${name}" runs: one of ${names}.`, { exitCode: 2 });
}
