import { Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { DeploymentFacts } from './deployment.facts.js';
import { DeploymentsController } from './deployments.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BuildsModule],
  controllers: [DeploymentsController],
  providers: [DeploymentFacts],
})
export class DeploymentsModule {}
