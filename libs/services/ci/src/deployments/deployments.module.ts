import { Module } from '@nestjs/common';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { DeploymentFacts } from './deployment.facts.js';
import { DeploymentsController } from './deployments.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BuildChangesModule],
  controllers: [DeploymentsController],
  providers: [DeploymentFacts],
  exports: [DeploymentFacts],
})
export class DeploymentsModule {}
