import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AllDeployTokensController } from './all-deploy-tokens.controller.js';
import { CreateDeployToken } from './create.js';
import { DeleteDeployToken } from './delete.js';
import { DeployTokenFacts } from './deploy-token.facts.js';
import { GroupDeployTokensController, ProjectDeployTokensController } from './deploy-tokens.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [AllDeployTokensController, ProjectDeployTokensController, GroupDeployTokensController],
  providers: [DeployTokenFacts, CreateDeployToken, DeleteDeployToken],
  exports: [DeployTokenFacts, CreateDeployToken, DeleteDeployToken],
})
export class DeployTokensModule {}
