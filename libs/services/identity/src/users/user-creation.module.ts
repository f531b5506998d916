import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { FinishUserCreation } from './finish-creation.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  providers: [FinishUserCreation],
  exports: [FinishUserCreation],
})
export class UserCreationModule {}
