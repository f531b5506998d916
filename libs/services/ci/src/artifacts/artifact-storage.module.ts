import { Module } from '@nestjs/common';
import { ObjectsModule, SystemObjects } from '@hearth/objects';
import { HealthWarning } from '@hearth/service';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ObjectsFolderState } from './objects-folder-state.js';
import { RecordArtifactsSize } from './record-size.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, ObjectsModule],
  providers: [
    RecordArtifactsSize,
    {
      provide: ArtifactStorage,
      inject: [SystemObjects],
      useFactory: (system: SystemObjects) => ArtifactStorage.in(system),
    },
    { provide: HealthWarning, useClass: ObjectsFolderState },
  ],
  exports: [ArtifactStorage, RecordArtifactsSize],
})
export class ArtifactStorageModule {}
