import { Module } from '@nestjs/common';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { JobRequestsModule } from '../job-requests/job-requests.module.js';
import { CiStoresModule } from '../stores.module.js';
import { ArtifactStorageModule } from './artifact-storage.module.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsFacts } from './artifacts.facts.js';
import { DeleteArtifacts } from './delete.js';
import { JobArtifactsController } from './job-artifacts.controller.js';
import { KeepArtifacts } from './keep.js';
import { RemoveUselessArtifacts } from './remove-useless.js';
import { UploadArtifacts } from './upload.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BuildChangesModule, JobRequestsModule, ArtifactStorageModule],
  controllers: [JobArtifactsController, ArtifactsController],
  providers: [ArtifactsFacts, UploadArtifacts, KeepArtifacts, DeleteArtifacts, RemoveUselessArtifacts],
  exports: [ArtifactStorageModule, ArtifactsFacts, RemoveUselessArtifacts],
})
export class ArtifactsModule {}
