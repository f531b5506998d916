import { requireStorage, table, type CommandOptions, type CommandParts } from './command.js';
import { requestCheck } from '../storage-checks/request-check.js';
import { checkText } from './list.js';

const LOOK_EVERY_MS = 2_000;
const MOST_PROBLEMS = 100;

const ADVICE = `A damaged repository is never replaced by itself. Set its storage to maintenance, look at it with git fsck in its folder, and put
back the missing objects from a copy or a backup; the storage list names the storages, docs/operations.md the steps.`;

/** Checks the repositories and copies of one storage, or of all. Waits for the end, unless asked not to. Returns whether all are sound. */
export async function check(
  parts: CommandParts,
  storage: string | undefined,
  options: CommandOptions,
): Promise<boolean> {
  if (storage !== undefined) requireStorage(parts, storage);
  const { db, jobs, checks, names, print } = parts;
  const asked = storage === undefined ? names : [storage];
  await db.tx(async (tx) => {
    for (const name of asked) await requestCheck(tx, name, { checks, jobs });
  });
  if (options.noWait) {
    print('The check runs in the processes that own the storages: ./hearth storage list shows how far it is.');
    return true;
  }
  for (let printed = ''; ;) {
    const states = (await checks.all(db)).filter((each) => asked.includes(each.storage));
    const lines = states.map((state) => `${state.storage}: ${checkText(state)}`).join('\n');
    if (!options.json && lines !== printed) print(lines);
    printed = lines;
    if (states.every(({ finishedAt }) => finishedAt !== null)) break;
    await parts.pause(LOOK_EVERY_MS);
  }
  const problems = await checks.problems(db, asked, MOST_PROBLEMS);
  const damaged = problems.filter(({ kind }) => kind === 'damaged');
  if (options.json) print(JSON.stringify(problems));
  else if (problems.length > 0) {
    const rows = problems.map((each) => [String(each.projectId), each.storage, each.kind, each.detail.split('\n')[0]!]);
    print(table([['project', 'storage', 'found', 'detail'], ...rows]));
    if (damaged.length > 0) print(ADVICE);
  }
  return damaged.length === 0;
}
