import { DrainStorageJob } from '../jobs.js';
import { SERVED_MS, type StorageOverview } from '../storages/storage-owners.store.js';
import {
  CommandFailed,
  SEE_LOGS,
  placeCopiesAgain,
  requireStorage,
  type CommandOptions,
  type CommandParts,
} from './command.js';

const LOOK_EVERY_MS = 2_000;
/** Time for the job that schedules the moves to begin, in looks. */
const LOOKS_BEFORE_MOVES = 15;

/** Closes a storage, and moves its repositories to the other ones. Waits until it is empty, unless asked not to. */
export async function drain(parts: CommandParts, storage: string, { noWait }: CommandOptions): Promise<void> {
  requireStorage(parts, storage);
  const { db, places, owners, print } = parts;
  const open = (await places.open(db)).filter((name) => name !== storage);
  if (open.length === 0)
    throw new CommandFailed(`No other storage is open: add one, or open one with ./hearth storage open.`);
  await db.tx((tx) => owners.setClosed(tx, storage, true));
  await placeCopiesAgain(parts);
  await scheduleMoves(parts, storage, open);
  print(`${storage} takes nothing new. Its repositories and copies go to ${open.join(', ')}.`);
  if (noWait)
    print(`./hearth storage list shows how far it is. Run this again for repositories that could not be moved.`);
  else await untilEmpty(parts, storage, open);
}

async function scheduleMoves({ db, jobs }: CommandParts, source: string, destinations: string[]): Promise<void> {
  await db.tx((tx) => jobs.add(tx, DrainStorageJob, { source, destinations }));
}

/** Moves that have failed are scheduled once more, as long as the repositories become fewer. @throws CommandFailed */
async function untilEmpty(parts: CommandParts, storage: string, open: string[]): Promise<void> {
  let [before, idle, printed] = [Infinity, 0, ''];
  for (;;) {
    const now = await overviewOf(parts, storage);
    const line = progressOf(now);
    if (line !== printed) parts.print(line);
    printed = line;
    if (isEmpty(now)) return parts.print(`${storage} is empty.`);
    if (now.silentSeconds * 1000 > SERVED_MS)
      throw new CommandFailed(`The owner of ${storage} is silent: start it, and run this again.`);
    idle = now.repositories > 0 && now.leaving === 0 ? idle + 1 : 0;
    if (idle > LOOKS_BEFORE_MOVES) {
      if (now.repositories >= before)
        throw new CommandFailed(`${now.repositories} repositories of ${storage} could not be moved: ${SEE_LOGS}`);
      [before, idle] = [now.repositories, 0];
      await scheduleMoves(parts, storage, open);
    }
    await parts.pause(LOOK_EVERY_MS);
  }
}

async function overviewOf({ db, owners }: CommandParts, storage: string): Promise<StorageOverview> {
  return (await owners.overview(db)).find((each) => each.storage === storage)!;
}

function isEmpty({ repositories, copies, movingCopies, arriving }: StorageOverview): boolean {
  return repositories + copies + movingCopies + arriving === 0;
}

function progressOf({ repositories, copies, movingCopies, leaving }: StorageOverview): string {
  const files = `files of ${movingCopies} more are removed a quarter of an hour after their move`;
  return `${repositories} repositories (${leaving} are being moved) and ${copies} copies are left; ${files}.`;
}
