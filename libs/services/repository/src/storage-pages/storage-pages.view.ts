import { pageLinks, presentSize, type FormFailure, type PageLinks } from '@hearth/pages';
import { checkText } from '../storage-commands/list.js';
import type { StorageMoveFact } from '../storage-moves/storage-move.facts.js';
import type { MoveState } from '../storage-moves/storage-move.rules.js';
import type { StorageOverview } from '../storages/storage-owners.store.js';
import type { StorageFact, StoragesPageFact } from './storage-page.facts.js';

export const STORAGES = '/admin/storages';

interface PageStorage {
  readonly name: string;
  readonly states: readonly string[];
  readonly facts: readonly (readonly [label: string, text: string])[];
}

interface PageMove {
  /** Full path of its project; null once the project is deleted. */
  readonly project: string | null;
  readonly source: string;
  readonly destination: string;
  readonly state: MoveState;
  readonly createdAt: Date;
}

export interface StoragePageData {
  readonly storages: {
    readonly title: string;
    readonly storages: readonly PageStorage[];
    readonly moves: readonly PageMove[];
    readonly pager: PageLinks;
    readonly notice: string | null;
    readonly failures: readonly FormFailure[];
  };
}

export function presentStorages(
  { storages, moves }: StoragesPageFact,
  { notice = null, failures = [] }: { notice?: string | null; failures?: readonly FormFailure[] },
): StoragePageData['storages'] {
  return {
    ...{ title: 'Storages', notice, failures },
    storages: storages.map(presentStorage),
    moves: moves.items.map(presentMove),
    pager: pageLinks(moves, STORAGES),
  };
}

function presentStorage({ storage, isServed, isClosed, check }: StorageFact): PageStorage {
  const { repositories, bytes, copies, behind, readOnly, leaving, arriving, gits, weight } = storage;
  const owner = isServed ? 'served' : `silent for ${Math.round(storage.silentSeconds)} s`;
  const states = [owner, isClosed && 'closed', storage.isInMaintenance && 'maintenance'];
  return {
    name: storage.storage,
    states: states.filter((state) => state !== false),
    facts: [
      ['Repositories', `${repositories} (${presentSize(bytes)})`],
      ['Free', freeText(storage)],
      ['Copies', behind === 0 ? String(copies) : `${copies}, ${behind} behind`],
      ...(readOnly === 0 ? [] : ([['Read-only repositories', String(readOnly)]] as const)),
      ['Moves', `${leaving} out, ${arriving} in`],
      ['Fetches and pushes', String(gits)],
      ['Weight', String(weight)],
      ['Last check', check ? checkText(check) : 'none'],
    ],
  };
}

function freeText({ freeBytes, diskBytes }: StorageOverview): string {
  if (freeBytes === null) return 'not measured';
  return diskBytes === null ? presentSize(freeBytes) : `${presentSize(freeBytes)} of ${presentSize(diskBytes)}`;
}

function presentMove({ move, project }: StorageMoveFact): PageMove {
  const { source, destination, state, createdAt } = move;
  return { ...{ source, destination, state, createdAt }, project: project?.fullPath ?? null };
}
