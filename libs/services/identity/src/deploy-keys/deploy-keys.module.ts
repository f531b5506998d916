import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AddDeployKey } from './add.js';
import { CreateDeployKey } from './create.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import { DeployKeysController } from './deploy-keys.controller.js';
import { ProjectDeployKeysController } from './project-deploy-keys.controller.js';
import { RemoveDeployKey } from './remove.js';
import { UpdateDeployKey } from './update.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [DeployKeysController, ProjectDeployKeysController],
  providers: [DeployKeyFacts, AddDeployKey, CreateDeployKey, UpdateDeployKey, RemoveDeployKey],
  exports: [DeployKeyFacts],
})
export class DeployKeysModule {}
