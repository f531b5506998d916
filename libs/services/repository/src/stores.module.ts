import { Module } from '@nestjs/common';
import { BundlesStore } from './bundles/bundles.store.js';
import { CommitCommentsStore } from './commit-comments/commit-comments.store.js';
import { CopiesStore } from './copies/copies.store.js';
import { ContributorsStore } from './contributors/contributors.store.js';
import { RepositoryCoreModule } from './core.module.js';
import { LfsLocksStore } from './lfs-locks/lfs-locks.store.js';
import { LfsObjectsStore } from './lfs/lfs-objects.store.js';
import { RefChangesStore } from './journal/ref-changes.store.js';
import { ProtectedTagsStore } from './protected-tags/protected-tags.store.js';
import { RefRulesStore } from './protection/ref-rules.store.js';
import { ProtectedBranchesStore } from './protection/protected-branches.store.js';
import { ReleaseLinksStore } from './release-links/release-links.store.js';
import { ReleasesStore } from './releases/releases.store.js';
import { RepacksStore } from './repositories/repacks.store.js';
import { RepositoriesStore } from './repositories/repositories.store.js';
import { StorageChecksStore } from './storage-checks/storage-checks.store.js';
import { StorageOwnersStore } from './storages/storage-owners.store.js';
import { StorageMovesStore } from './storage-moves/storage-moves.store.js';
import { StatisticsStore } from './statistics/statistics.store.js';

const stores = [
  RepositoriesStore,
  RepacksStore,
  RefChangesStore,
  ProtectedBranchesStore,
  ProtectedTagsStore,
  RefRulesStore,
  CommitCommentsStore,
  ReleasesStore,
  ReleaseLinksStore,
  StatisticsStore,
  ContributorsStore,
  CopiesStore,
  StorageMovesStore,
  StorageOwnersStore,
  StorageChecksStore,
  LfsObjectsStore,
  LfsLocksStore,
  BundlesStore,
];

/** All SQL of the service. */
@Module({
  imports: [RepositoryCoreModule],
  providers: stores,
  exports: stores,
})
export class RepositoryStoresModule {}
