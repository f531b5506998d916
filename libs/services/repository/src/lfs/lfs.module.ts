import { Module } from '@nestjs/common';
import { ObjectsModule, SystemObjects } from '@hearth/objects';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { PushChecksModule } from '../git-http/push-checks.module.js';
import { TransfersModule } from '../git-http/transfers.module.js';
import { LfsLocksModule } from '../lfs-locks/lfs-locks.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { LfsAdmission } from './lfs-admission.js';
import { LfsBatchFacts } from './lfs-batch.facts.js';
import { LfsContentFacts } from './lfs-content.facts.js';
import { LfsSlots } from './lfs-slots.js';
import { LfsStorage } from './lfs-storage.js';
import { LfsTokens } from './lfs-tokens.js';
import { RecordLfsSize } from './record-size.js';
import { RemoveUnusedLfsObjects } from './remove-unused.js';
import { ServeLfs } from './serve-lfs.js';
import { ShareLfsWithFork } from './share-with-fork.js';
import { UploadLfsObject } from './upload.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    LfsLocksModule,
    ObjectsModule,
    PushChecksModule,
    RepositoriesModule,
    TransfersModule,
  ],
  providers: [
    { provide: LfsStorage, inject: [SystemObjects], useFactory: (system: SystemObjects) => LfsStorage.in(system) },
    { provide: LfsSlots, inject: [LfsStorage], useFactory: (storage: LfsStorage) => LfsSlots.of(storage) },
    LfsAdmission,
    LfsBatchFacts,
    LfsContentFacts,
    LfsTokens,
    RecordLfsSize,
    RemoveUnusedLfsObjects,
    ServeLfs,
    ShareLfsWithFork,
    UploadLfsObject,
  ],
  exports: [LfsAdmission, LfsTokens, ServeLfs, ShareLfsWithFork],
})
export class LfsModule {}
