import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UserCreationModule } from '../users/user-creation.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokenFacts } from './access-token.facts.js';
import { GroupAccessTokensController, ProjectAccessTokensController } from './access-tokens.controller.js';
import { CreateBot } from './create-bot.js';
import { CreateAccessToken } from './create.js';
import { RemoveBots } from './remove-bots.js';
import { RevokeAccessToken } from './revoke.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, DeletionModule, TokensModule, UserCreationModule, UsersModule],
  controllers: [ProjectAccessTokensController, GroupAccessTokensController],
  providers: [AccessTokenFacts, CreateAccessToken, CreateBot, RemoveBots, RevokeAccessToken],
  exports: [AccessTokenFacts, CreateAccessToken, RevokeAccessToken],
})
export class AccessTokensModule {}
