import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { projectIdOf } from '../calls/project-id.mjs';
import { projectsOfGroup } from '../calls/projects-of-group.mjs';
import { runDatabaseProgram } from '../database-programs/run-database-program.mjs';
import { runningEngines } from '../supervisor/database-access.mjs';
import { addStorage, storagesOf } from '../storage-names.mjs';

/** Numbers of names that may follow an action: at least, and at most. */
const NAMES = {
  list: [0, 0],
  add: [1, 1],
  drain: [1, 1],
  open: [1, 1],
  maintenance: [2, 2],
  weight: [2, 2],
  move: [2, 2],
  balance: [0, 0],
  check: [0, 1],
  'accept-loss': [1, 1],
};
/** The name of a folder, and a part of the names of queues. */
const STORAGE_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Lists the storages of a running system, adds one, or does what operators do with them. */
export async function run({ data, group, to, ...flags }, words) {
  const [action, ...names] = words;
  const isOfGroup = group !== undefined || to !== undefined;
  const [least, most] = isOfGroup ? [0, 0] : Object.hasOwn(NAMES, action) ? NAMES[action] : [1, 0];
  if (names.length < least || names.length > most || (isOfGroup && !(action === 'move' && group && to)))
    throw new Failure('storage takes an action with its names: see ./hearth storage --help.', { exitCode: 2 });
  if (action === 'add') return add(dataFolder(data), names[0]);
  const options = optionsOf(flags);
  if (isOfGroup) return moveGroup(data, group, to, options);
  const asked = action === 'move' ? [action, await projectIdOf(dataFolder(data), names[0]), names[1]] : words;
  return runDatabaseProgram(data, 'storages', [...asked, ...options]);
}

function optionsOf({ json, 'dry-run': dryRun, 'no-wait': noWait, 'at-once': atOnce, pause }) {
  return [
    ...(json ? ['--json'] : []),
    ...(dryRun ? ['--dry-run'] : []),
    ...(noWait ? ['--no-wait'] : []),
    ...(atOnce === undefined ? [] : ['--at-once', atOnce]),
    ...(pause === undefined ? [] : ['--pause', pause]),
  ];
}

/** Moves the repositories of a group and its subgroups; those that are there are left out. */
async function moveGroup(data, group, storage, options) {
  let isEmpty = true;
  for await (const projectIds of projectsOfGroup(dataFolder(data), group)) {
    isEmpty = false;
    await runDatabaseProgram(data, 'storages', ['move-all', storage, projectIds.join(','), ...options]);
  }
  if (isEmpty) process.stdout.write(`The group ${group} has no projects: nothing is to be moved.\n`);
}

/** @throws {Failure} for a name that is taken or invalid */
function add(data, name) {
  if (!STORAGE_NAME.test(name))
    throw new Failure('The name of a storage has small letters, digits and hyphens, 63 at most: choose another one.', {
      exitCode: 2,
    });
  if (storagesOf(data).includes(name)) throw new Failure(`There is a storage ${name} already: choose another name.`);
  addStorage(data, name);
  const next = runningEngines(data) ? './hearth down and then ./hearth up serve it' : './hearth up serves it';
  process.stdout.write(
    `The storage ${name} is in ${data.storage(name)}: ${next}, with --split by a process of its own.\n`,
  );
}
