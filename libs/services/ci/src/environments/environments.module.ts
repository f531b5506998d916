import { Module } from '@nestjs/common';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { DeploymentsModule } from '../deployments/deployments.module.js';
import { CiStoresModule } from '../stores.module.js';
import { CreateEnvironment } from './create.js';
import { DeleteEnvironment } from './delete.js';
import { EnsureEnvironments } from './ensure.js';
import { EnvironmentFacts } from './environment.facts.js';
import { EnvironmentsController } from './environments.controller.js';
import { RequestStop } from './request-stop.js';
import { StopExpiredEnvironments } from './stop-expired.js';
import { StopStaleEnvironments } from './stop-stale.js';
import { StopEnvironment } from './stop.js';
import { UpdateEnvironment } from './update.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BuildChangesModule, DeploymentsModule],
  controllers: [EnvironmentsController],
  providers: [
    EnvironmentFacts,
    CreateEnvironment,
    UpdateEnvironment,
    DeleteEnvironment,
    StopEnvironment,
    RequestStop,
    StopExpiredEnvironments,
    StopStaleEnvironments,
    EnsureEnvironments,
  ],
  exports: [EnsureEnvironments, EnvironmentFacts, RequestStop],
})
export class EnvironmentsModule {}
