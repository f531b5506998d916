import { forwardRef, Module } from '@nestjs/common';
import { HealthWarning } from '@hearth/service';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { JobRequestsModule } from '../job-requests/job-requests.module.js';
import { CiStoresModule } from '../stores.module.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsFacts } from './artifacts.facts.js';
import { JobArtifactsController } from './job-artifacts.controller.js';
import { KeepArtifacts } from './keep.js';
import { ObjectsFolderState } from './objects-folder-state.js';
import { RecordArtifactsSize } from './record-size.js';
import { RemoveUselessArtifacts } from './remove-useless.js';
import { UploadArtifacts } from './upload.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, forwardRef(() => BuildsModule), forwardRef(() => JobRequestsModule)],
  controllers: [JobArtifactsController, ArtifactsController],
  providers: [
    ArtifactsFacts,
    RecordArtifactsSize,
    UploadArtifacts,
    KeepArtifacts,
    RemoveUselessArtifacts,
    { provide: ArtifactStorage, useFactory: () => ArtifactStorage.fromEnvironment() },
    { provide: HealthWarning, useClass: ObjectsFolderState },
  ],
  exports: [ArtifactStorage, RecordArtifactsSize, RemoveUselessArtifacts],
})
export class ArtifactsModule {}
