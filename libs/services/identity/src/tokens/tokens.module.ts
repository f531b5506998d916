import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { CreateToken } from './create.js';
import { ImpersonationTokensController } from './impersonation-tokens.controller.js';
import { IssueToken } from './issue.js';
import { MintPersonalToken } from './mint.js';
import { PersonalTokensController } from './personal-tokens.controller.js';
import { RevokeToken } from './revoke.js';
import { RotateToken } from './rotate.js';
import { TokenPagesController } from './token-pages.controller.js';
import { TokenUseModule } from './token-use.module.js';
import { TokenFacts } from './token.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule, UsersModule, TokenUseModule],
  controllers: [ImpersonationTokensController, PersonalTokensController, TokenPagesController],
  providers: [TokenFacts, IssueToken, CreateToken, RevokeToken, RotateToken, MintPersonalToken],
  exports: [TokenUseModule, TokenFacts, IssueToken, RotateToken, MintPersonalToken],
})
export class TokensModule {}
