import { Failure } from '../failure.mjs';
import { runDatabaseProgram } from '../run-database-program.mjs';

/** Lists the storages of a running system, or accepts that changes on one of them are lost. */
export async function run({ data, json = false }, [action, ...names]) {
  if (action === 'list' && names.length === 0)
    return runDatabaseProgram(data, 'storages', ['list', ...(json ? ['--json'] : [])]);
  if (action === 'accept-loss' && names.length === 1)
    return runDatabaseProgram(data, 'storages', ['accept-loss', ...names]);
  throw new Failure('storage takes list, or accept-loss and the name of a storage; see ./hearth storage --help.', {
    exitCode: 2,
  });
}
