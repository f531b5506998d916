import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AddDeployKey } from './add.js';
import { CreateDeployKey } from './create.js';
import { DeployKeyPagesController } from './deploy-key-pages.controller.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import { DeployKeysController } from './deploy-keys.controller.js';
import { ProjectDeployKeysController } from './project-deploy-keys.controller.js';
import { RemoveDeployKey } from './remove.js';
import { UpdateDeployKey } from './update.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule],
  controllers: [DeployKeysController, ProjectDeployKeysController, DeployKeyPagesController],
  providers: [DeployKeyFacts, AddDeployKey, CreateDeployKey, UpdateDeployKey, RemoveDeployKey],
  exports: [DeployKeyFacts],
})
export class DeployKeysModule {}
