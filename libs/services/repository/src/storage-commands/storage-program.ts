import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Audit } from '@hearth/audit';
import { configurationErrorIn } from '@hearth/config';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import { databaseFailure, openDatabase } from '@hearth/service';
import { CopiesStore } from '../copies/copies.store.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { schema } from '../schema.js';
import { StorageChecksStore } from '../storage-checks/storage-checks.store.js';
import { ScheduleMove } from '../storage-moves/schedule-move.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { closedStorages, storageNames } from '../storages/storage-names.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { Storages } from '../storages/storages.js';
import { balance } from './balance.js';
import { check } from './check.js';
import { CommandFailed, type CommandOptions, type CommandParts } from './command.js';
import { drain } from './drain.js';
import { list } from './list.js';
import { moveAll } from './move-all.js';
import { move } from './move.js';
import { acceptLoss, maintenance, open, weight } from './states.js';

const FAILED = 1;
const MISTAKE = 2;

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Waits between two looks; specs do not. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Does the work of a command. Returns false when it has found something wrong. */
type Command = (parts: CommandParts, options: CommandOptions) => Promise<boolean | void>;

const USAGE =
  'The commands are list, drain STORAGE, open STORAGE, maintenance STORAGE on|off, weight STORAGE N, move PROJECT_ID STORAGE, move-all STORAGE PROJECT_ID,…, balance, check [STORAGE] and accept-loss STORAGE.\n';

/**
 * Lists storages, and does what operators do with them: by the service's database, through rows and jobs, while its processes run. Results go to
 * standard output, everything else to standard error.
 * @param args the command and its arguments, and the options --json, --dry-run, --no-wait, --at-once N, --pause SECONDS
 * @returns the exit status: 0, 1 when something failed or was found, 2 for a mistake in the arguments or the configuration
 */
export async function storageProgram(
  args: readonly string[],
  output: Output = { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
): Promise<number> {
  const asked = understood(args);
  if (!asked) {
    output.err(USAGE);
    return MISTAKE;
  }
  try {
    const source = await openDatabase(schema);
    try {
      const parts = await partsOf(new Database(schema.service, source), output);
      return (await asked.command(parts, asked.options)) === false ? FAILED : 0;
    } finally {
      await source.destroy();
    }
  } catch (error) {
    const mistake = configurationErrorIn(error);
    const failure =
      error instanceof CommandFailed ? error.message : databaseFailure(error, 'The storages cannot be read');
    output.err(`${mistake ? mistake.message : failure}\n`);
    return mistake ? MISTAKE : FAILED;
  }
}

/** Returns null for arguments that are no command. */
function understood(args: readonly string[]): { command: Command; options: CommandOptions } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        'no-wait': { type: 'boolean' },
        'at-once': { type: 'string', default: '4' },
        pause: { type: 'string', default: '0' },
      },
    });
    const [atOnce, pauseSeconds] = [Number(values['at-once']), Number(values.pause)];
    const command = commandOf(positionals);
    if (!command || !Number.isInteger(atOnce) || atOnce < 1 || !(pauseSeconds >= 0)) return null;
    return {
      command,
      options: { json: values.json, dryRun: values['dry-run'], noWait: values['no-wait'], atOnce, pauseSeconds },
    };
  } catch {
    return null;
  }
}

function commandOf([action, first, second, ...more]: readonly string[]): Command | null {
  if (more.length > 0) return null;
  const given = [first, second].filter((word) => word !== undefined).length;
  if (action === 'list' && given === 0) return list;
  if (action === 'balance' && given === 0) return balance;
  if (action === 'check' && given <= 1) return (parts, options) => check(parts, first, options);
  if (first === undefined) return null;
  if (action === 'drain' && given === 1) return (parts, options) => drain(parts, first, options);
  if (action === 'open' && given === 1) return (parts) => open(parts, first);
  if (action === 'accept-loss' && given === 1) return (parts) => acceptLoss(parts, first);
  if (second === undefined) return null;
  if (action === 'maintenance' && ['on', 'off'].includes(second))
    return (parts) => maintenance(parts, first, second === 'on');
  if (action === 'weight' && Number(second) > 0) return (parts) => weight(parts, first, Number(second));
  if (action === 'move' && /^[1-9]\d{0,14}$/.test(first))
    return (parts, options) => move(parts, Number(first) as ProjectId, second, options);
  if (action === 'move-all' && /^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/.test(second))
    return (parts, options) => moveAll(parts, first, second.split(',').map(Number) as ProjectId[], options);
  return null;
}

async function partsOf(db: Database, output: Output): Promise<CommandParts> {
  const owners = new StorageOwnersStore();
  const served = (await owners.overview(db)).map(({ storage }) => storage);
  const names = storageNames()?.filter((name) => served.includes(name)) ?? served;
  const open = names.filter((name) => !closedStorages().includes(name));
  const [moves, jobs] = [new StorageMovesStore(), new Jobs(schema.service)];
  return {
    ...{ db, names, owners, moves, jobs },
    repositories: new RepositoriesStore(),
    checks: new StorageChecksStore(),
    places: new StoragePlacesStore(new Storages({ own: new Map(), names, open })),
    scheduleMove: new ScheduleMove(moves, new CopiesStore(), jobs, new Audit(RepositoryAuditRecordedEvent)),
    print: (line) => output.out(`${line}\n`),
    pause: output.pause ?? ((ms) => pause(ms)),
  };
}
