import type { Part } from '@hearth/backup';
import type { ProjectId } from '@hearth/contract-kit';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';

/** A repository in a snapshot. */
export interface RepositoryEntry {
  readonly projectId: ProjectId;
  /** The storage when it was stored. */
  readonly storage: string;
  /** The ref that HEAD names; null for a detached one. */
  readonly head: RefName | null;
  /** All refs, also those that clients do not see. */
  readonly refs: Readonly<Record<RefName, ObjectId>>;
  /** Together they have every object that the refs reach. */
  readonly packs: readonly Part[];
}
