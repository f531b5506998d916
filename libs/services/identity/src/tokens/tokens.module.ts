import { forwardRef, Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { CreateToken } from './create.js';
import { ImpersonationTokensController } from './impersonation-tokens.controller.js';
import { IssueToken } from './issue.js';
import { MintPersonalToken } from './mint.js';
import { PersonalTokensController } from './personal-tokens.controller.js';
import { RecordTokenUse } from './record-use.js';
import { RevokeToken } from './revoke.js';
import { TokenPagesController } from './token-pages.controller.js';
import { TokenFacts } from './token.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule, forwardRef(() => UsersModule)],
  controllers: [ImpersonationTokensController, PersonalTokensController, TokenPagesController],
  providers: [TokenFacts, IssueToken, CreateToken, RevokeToken, MintPersonalToken, RecordTokenUse],
  exports: [MintPersonalToken, RecordTokenUse],
})
export class TokensModule {}
