import { Module } from '@nestjs/common';
import { AccessTokensModule } from '../access-tokens/access-tokens.module.js';
import { IdentityCoreModule } from '../core.module.js';
import { DeployTokensModule } from '../deploy-tokens/deploy-tokens.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { GroupAccessTokenPagesController, ProjectAccessTokenPagesController } from './access-token-pages.controller.js';
import { GroupDeployTokenPagesController, ProjectDeployTokenPagesController } from './deploy-token-pages.controller.js';

/** Pages of the access tokens and deploy tokens of projects and groups. */
@Module({
  imports: [IdentityCoreModule, IdentityPagesModule, AccessTokensModule, DeployTokensModule],
  controllers: [
    ProjectAccessTokenPagesController,
    GroupAccessTokenPagesController,
    ProjectDeployTokenPagesController,
    GroupDeployTokenPagesController,
  ],
})
export class CredentialPagesModule {}
