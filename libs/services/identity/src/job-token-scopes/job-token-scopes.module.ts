import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { ChangeJobTokenScope } from './change-scope.js';
import { JobTokenScopeFacts } from './job-token-scope.facts.js';
import { JobTokenScopesController } from './job-token-scopes.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [JobTokenScopesController],
  providers: [JobTokenScopeFacts, ChangeJobTokenScope],
  exports: [JobTokenScopeFacts],
})
export class JobTokenScopesModule {}
