import { configurationErrorIn } from '@hearth/config';
import { Database } from '@hearth/data';
import { databaseFailure, openDatabase } from '@hearth/service';
import { schema } from '../schema.js';
import { StorageOwnersStore, type StorageOverview } from '../storages/storage-owners.store.js';

const FAILED = 1;
const MISTAKE = 2;
/** A lease that is renewed every five seconds. */
const SERVED_SECONDS = 30;
const HEADINGS = ['storage', 'owner', 'repositories', 'copies', 'behind'];

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Lists the storages, or accepts that changes on one are lost; no service needs to run for it. Results go to standard output, everything else to
 * standard error.
 * @param args `list [--json]` or `accept-loss STORAGE`
 * @returns the exit status: 0, 1 when something failed, 2 for a mistake in the arguments or the configuration
 */
export async function storageProgram(
  args: readonly string[],
  output: Output = { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
): Promise<number> {
  const [action, argument] = args;
  if (action !== 'list' && (action !== 'accept-loss' || !argument)) {
    output.err('The storages can be listed (list), and losses be accepted (accept-loss STORAGE).\n');
    return MISTAKE;
  }
  try {
    const source = await openDatabase(schema);
    try {
      const db = new Database(schema.service, source);
      return action === 'list'
        ? await list(db, argument === '--json', output)
        : await acceptLoss(db, argument!, output);
    } finally {
      await source.destroy();
    }
  } catch (error) {
    const mistake = configurationErrorIn(error);
    output.err(`${mistake ? mistake.message : databaseFailure(error, 'The storages cannot be read')}\n`);
    return mistake ? MISTAKE : FAILED;
  }
}

async function list(db: Database, json: boolean, { out }: Output): Promise<number> {
  const storages = await new StorageOwnersStore().overview(db);
  out(json ? `${JSON.stringify(storages)}\n` : table([HEADINGS, ...storages.map(cells)]));
  return 0;
}

async function acceptLoss(db: Database, storage: string, { out, err }: Output): Promise<number> {
  const isAccepted = await db.tx((tx) => new StorageOwnersStore().acceptLoss(tx, storage, SERVED_SECONDS * 1000));
  if (isAccepted) {
    out(`Losses on ${storage} are accepted: within a minute its repositories go on from their copies, or empty.\n`);
    return 0;
  }
  err(`${storage} is served, or no storage: there is nothing to accept.\n`);
  return FAILED;
}

function cells({ storage, silentSeconds, repositories, copies, behind }: StorageOverview): string[] {
  const owner = silentSeconds < SERVED_SECONDS ? 'serves' : `silent for ${Math.round(silentSeconds)} s`;
  return [storage, owner, ...[repositories, copies, behind].map(String)];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
