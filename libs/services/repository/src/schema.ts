import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { RepositoryStatistics1764100000000 } from './migrations/1764100000000-repository-statistics.js';
import { Contributors1764300000000 } from './migrations/1764300000000-contributors.js';
import { Forks1764600000000 } from './migrations/1764600000000-forks.js';
import { Readme1764700000000 } from './migrations/1764700000000-readme.js';
import { RefOrigins1764200000000 } from './migrations/1764200000000-ref-origins.js';
import { CommitComments1764210000000 } from './migrations/1764210000000-commit-comments.js';
import { StorageMoves1765000000000 } from './migrations/1765000000000-storage-moves.js';
import { StandingCopies1765100000000 } from './migrations/1765100000000-standing-copies.js';
import { StorageOwners1765200000000 } from './migrations/1765200000000-storage-owners.js';
import { AcceptedLosses1765300000000 } from './migrations/1765300000000-accepted-losses.js';
import { StorageStates1765400000000 } from './migrations/1765400000000-storage-states.js';
import { StorageChecks1765410000000 } from './migrations/1765410000000-storage-checks.js';
import { WantedCopies1767000000000 } from './migrations/1767000000000-wanted-copies.js';
import { WrongCopies1765420000000 } from './migrations/1765420000000-wrong-copies.js';
import { Releases1767510000000 } from './migrations/1767510000000-releases.js';
import { LfsLocks1769100900000 } from './migrations/1769100900000-lfs-locks.js';
import { LfsObjects1768800000000 } from './migrations/1768800000000-lfs-objects.js';
import { CommitDiscussions1795635508000 } from './migrations/1795635508000-commit-discussions.js';
import { Housekeeping1795635392000 } from './migrations/1795635392000-housekeeping.js';
import { Bundles1795880500000 } from './migrations/1795880500000-bundles.js';
import { ForkBranch1795943254000 } from './migrations/1795943254000-fork-branch.js';
import { Repacks1795880400000 } from './migrations/1795880400000-repacks.js';
import { PushOptions1769600000000 } from './migrations/1769600000000-push-options.js';
import { ForcePushes1767530000000 } from './migrations/1767530000000-force-pushes.js';
import { ProtectedTags1767520000000 } from './migrations/1767520000000-protected-tags.js';
import { RepositoryTables1764000000000 } from './migrations/1764000000000-repository-tables.js';

/** PostgreSQL schema of this service. */
export const schema: ServiceSchema = {
  service: 'repository',
  entities: [],
  migrations: [
    ...messagingMigrations,
    RepositoryTables1764000000000,
    RepositoryStatistics1764100000000,
    RefOrigins1764200000000,
    CommitComments1764210000000,
    Contributors1764300000000,
    Forks1764600000000,
    Readme1764700000000,
    StorageMoves1765000000000,
    StandingCopies1765100000000,
    StorageOwners1765200000000,
    AcceptedLosses1765300000000,
    StorageStates1765400000000,
    StorageChecks1765410000000,
    WrongCopies1765420000000,
    WantedCopies1767000000000,
    Releases1767510000000,
    ProtectedTags1767520000000,
    ForcePushes1767530000000,
    LfsObjects1768800000000,
    LfsLocks1769100900000,
    PushOptions1769600000000,
    Housekeeping1795635392000,
    CommitDiscussions1795635508000,
    Repacks1795880400000,
    Bundles1795880500000,
    ForkBranch1795943254000,
  ],
  jobs: true,
};
