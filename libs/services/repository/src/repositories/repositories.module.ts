import { Module } from '@nestjs/common';
import { CopyLocks } from '../copies/copy-locks.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { EnsureRepository } from './ensure-repository.js';
import { LocateFacts } from './locate.facts.js';
import { MaintainRepository } from './maintain-repository.js';
import { PlaceRepository } from './place-repository.js';
import { PushGate } from './push-gate.js';
import { RepackTurns } from './repack-turns.js';
import { RemoveRepository } from './remove-repository.js';
import { RepositoryRowsStore } from './repository-rows.store.js';
import { RepositoryFacts } from './repository.facts.js';
import { RunningRepacks } from './running-repacks.js';
import { MaintenanceLocks, WriteLocks } from './write-locks.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, StoragesModule],
  providers: [
    RepositoryFacts,
    LocateFacts,
    PushGate,
    WriteLocks,
    CopyLocks,
    MaintenanceLocks,
    PlaceRepository,
    EnsureRepository,
    RemoveRepository,
    RepositoryRowsStore,
    RepackTurns,
    RunningRepacks,
    MaintainRepository,
  ],
  exports: [
    PushGate,
    RepositoryFacts,
    LocateFacts,
    EnsureRepository,
    WriteLocks,
    CopyLocks,
    PlaceRepository,
    MaintainRepository,
    RemoveRepository,
    MaintenanceLocks,
  ],
})
export class RepositoriesModule {}
