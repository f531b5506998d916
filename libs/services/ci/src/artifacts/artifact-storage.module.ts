import { Module } from '@nestjs/common';
import { HealthWarning } from '@hearth/service';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ObjectsFolderState } from './objects-folder-state.js';
import { RecordArtifactsSize } from './record-size.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  providers: [
    RecordArtifactsSize,
    { provide: ArtifactStorage, useFactory: () => ArtifactStorage.fromEnvironment() },
    { provide: HealthWarning, useClass: ObjectsFolderState },
  ],
  exports: [ArtifactStorage, RecordArtifactsSize],
})
export class ArtifactStorageModule {}
