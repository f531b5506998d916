import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { ArchiveModule } from './archive/archive.module.js';
import { repositoryBackup } from './backup/repository-backup.js';
import { BlobsModule } from './blobs/blobs.module.js';
import { BranchesModule } from './branches/branches.module.js';
import { ChangelogsModule } from './changelogs/changelogs.module.js';
import { CommitCommentsModule } from './commit-comments/commit-comments.module.js';
import { CommitDiscussionsModule } from './commit-discussions/commit-discussions.module.js';
import { CommitsModule } from './commits/commits.module.js';
import { CompareModule } from './compare/compare.module.js';
import { ContributorsModule } from './contributors/contributors.module.js';
import { RepositoryCoreModule } from './core.module.js';
import { ReactionsModule } from './reactions.module.js';
import { FileEditsModule } from './file-edits/file-edits.module.js';
import { FilesModule } from './files/files.module.js';
import { ForksModule } from './forks/forks.module.js';
import { GitHttpModule } from './git-http/git-http.module.js';
import { Git } from './git/git.js';
import { GitModule } from './git/git.module.js';
import { GitSshModule } from './git-ssh/git-ssh.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { ImportsModule } from './imports/imports.module.js';
import * as jobs from './jobs.js';
import { JournalModule } from './journal/journal.module.js';
import { LfsModule } from './lfs/lfs.module.js';
import { objectBackup } from './lfs/object-backup.js';
import { GraphPagesModule } from './graph-pages/graph-pages.module.js';
import { LanguagesModule } from './languages/languages.module.js';
import { MergesModule } from './merges/merges.module.js';
import { ProtectedTagsModule } from './protected-tags/protected-tags.module.js';
import { ProtectionModule } from './protection/protection.module.js';
import { ProtectionPagesModule } from './protection-pages/protection-pages.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { RefsModule } from './refs/refs.module.js';
import { PatchesModule } from './patches/patches.module.js';
import { ReleaseLinksModule } from './release-links/release-links.module.js';
import { ReleasesModule } from './releases/releases.module.js';
import { RepositoriesModule } from './repositories/repositories.module.js';
import { schema } from './schema.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { storageNames } from './storages/storage-names.js';
import { StoragesModule } from './storages/storages.module.js';
import { StorageChecksModule } from './storage-checks/storage-checks.module.js';
import { StorageMovesModule } from './storage-moves/storage-moves.module.js';
import { StoragePagesModule } from './storage-pages/storage-pages.module.js';
import { storageProgram } from './storage-commands/storage-program.js';
import { TakeOverModule } from './take-over/take-over.module.js';
import { SubmodulesModule } from './submodules/submodules.module.js';
import { TagsModule } from './tags/tags.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TreeModule } from './tree/tree.module.js';

/** Bare repositories on the storages of this process: git over HTTP, reads of the API, and the journal of ref changes. */
@Module({
  imports: [
    RepositoryCoreModule,
    ArchiveModule,
    BlobsModule,
    BranchesModule,
    ChangelogsModule,
    CommitCommentsModule,
    CommitDiscussionsModule,
    CommitsModule,
    CompareModule,
    PatchesModule,
    ContributorsModule,
    ReactionsModule,
    FileEditsModule,
    FilesModule,
    ForksModule,
    GitModule,
    GitHttpModule,
    GitSshModule,
    HousekeepingModule,
    ImportsModule,
    JournalModule,
    GraphPagesModule,
    LanguagesModule,
    LfsModule,
    MergesModule,
    ProtectedTagsModule,
    ProtectionModule,
    ProtectionPagesModule,
    ProviderModule,
    RefsModule,
    ReleasesModule,
    ReleaseLinksModule,
    RepositoriesModule,
    StatisticsModule,
    StoragesModule,
    StorageChecksModule,
    StorageMovesModule,
    StoragePagesModule,
    SubmodulesModule,
    TagsModule,
    TakeOverModule,
    TemplatesModule,
    TreeModule,
  ],
})
export class RepositoryModule implements OnApplicationShutdown {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'repository',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly storages = () => storageNames() ?? [];
  static readonly jobs = Object.values(jobs);
  /** Program of `./hearth storage`. */
  static readonly storageProgram = storageProgram;
  static readonly backup = repositoryBackup;
  static readonly objectBackup = objectBackup;

  constructor(private readonly git: Git) {}

  async onApplicationShutdown(): Promise<void> {
    await this.git.close();
  }
}
