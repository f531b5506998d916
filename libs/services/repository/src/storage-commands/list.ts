import type { StorageCheck } from '../storage-checks/storage-checks.store.js';
import { SERVED_MS, type StorageOverview } from '../storages/storage-owners.store.js';
import { bytesText, table, type CommandOptions, type CommandParts } from './command.js';

const HEADINGS = [
  ...['storage', 'owner', 'state', 'weight', 'repositories', 'size', 'free', 'gits', 'copies', 'behind'],
  ...['read-only', 'moves', 'last check'],
];

/** Lists the storages with what is on them. */
export async function list({ db, owners, checks, print }: CommandParts, { json }: CommandOptions): Promise<void> {
  const [storages, checked] = await Promise.all([owners.overview(db), checks.all(db)]);
  const rows = storages.map((each) => ({ ...each, check: checked.find(({ storage }) => storage === each.storage) }));
  if (json) print(JSON.stringify(rows.map(({ check, ...storage }) => ({ ...storage, check: check ?? null }))));
  else print(table([HEADINGS, ...rows.map(({ check, ...storage }) => cells(storage, check))]));
}

function cells(storage: StorageOverview, check: StorageCheck | undefined): string[] {
  const { silentSeconds, weight, freeBytes, repositories, bytes, gits, copies, behind, readOnly, leaving, arriving } =
    storage;
  const owner = silentSeconds * 1000 < SERVED_MS ? 'serves' : `silent for ${Math.round(silentSeconds)} s`;
  return [
    ...[storage.storage, owner, stateOf(storage), String(weight), String(repositories), bytesText(bytes)],
    freeBytes === null ? '-' : bytesText(freeBytes),
    ...[gits, copies, behind, readOnly].map(String),
    leaving + arriving === 0 ? '-' : `${leaving} out, ${arriving} in`,
    check ? checkText(check) : '-',
  ];
}

function stateOf({ isClosed, isInMaintenance }: StorageOverview): string {
  return [isClosed && 'closed', isInMaintenance && 'maintenance'].filter(Boolean).join(', ') || 'open';
}

/** Says how far a check is, or what it has found. */
export function checkText({ finishedAt, repositories, copies, damaged, remade }: StorageCheck): string {
  const found = damaged + remade === 0 ? 'sound' : `${damaged} damaged, ${remade} copies made anew`;
  const checked = `${repositories} repositories and ${copies} copies`;
  return finishedAt === null ? `running: ${checked} so far` : `${finishedAt.toISOString().slice(0, 16)}Z ${found}`;
}
