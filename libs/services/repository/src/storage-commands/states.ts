import { SERVED_MS } from '../storages/storage-owners.store.js';
import { CommandFailed, placeCopiesAgain, requireStorage, type CommandParts } from './command.js';

/** Opens a storage to new repositories and copies again. */
export async function open(parts: CommandParts, storage: string): Promise<void> {
  requireStorage(parts, storage);
  await parts.db.tx((tx) => parts.owners.setClosed(tx, storage, false));
  await placeCopiesAgain(parts);
  const isOpen = (await parts.places.open(parts.db)).includes(storage);
  parts.print(
    isOpen
      ? `${storage} takes new repositories and copies again. Those that have left stay where they are: see ./hearth storage balance.`
      : `${storage} is still closed by HEARTH_CLOSED_STORAGES: remove it there and restart the repository processes.`,
  );
}

/** Lets repositories of a storage be read only, or changed again. */
export async function maintenance(parts: CommandParts, storage: string, isOn: boolean): Promise<void> {
  requireStorage(parts, storage);
  await parts.db.tx((tx) => parts.owners.setMaintenance(tx, storage, isOn));
  parts.print(
    isOn
      ? `Within five seconds the repositories on ${storage} can be read, and pushes and changes are answered 503 until ./hearth storage maintenance ${storage} off.`
      : `Within five seconds the repositories on ${storage} take changes again.`,
  );
}

/** Sets how many new repositories a storage gets, relative to others with as much free space. */
export async function weight(parts: CommandParts, storage: string, value: number): Promise<void> {
  requireStorage(parts, storage);
  await parts.db.tx((tx) => parts.owners.setWeight(tx, storage, value));
  parts.print(`${storage} has the weight ${value}. ./hearth storage balance moves repositories accordingly.`);
}

/** Accepts that changes on a storage that is not served are lost. */
export async function acceptLoss({ db, owners, print }: CommandParts, storage: string): Promise<void> {
  if (!(await db.tx((tx) => owners.acceptLoss(tx, storage, SERVED_MS))))
    throw new CommandFailed(
      `${storage} is served, or no storage: there is nothing to accept. See ./hearth storage list.`,
    );
  print(`Losses on ${storage} are accepted: within a minute its repositories go on from their copies, or empty.`);
}
