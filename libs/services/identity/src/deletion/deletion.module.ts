import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UserCreationModule } from '../users/user-creation.module.js';
import { DeleteUser } from './delete.js';
import { FinishUserDeletion } from './finish.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, UserCreationModule],
  providers: [DeleteUser, FinishUserDeletion],
  exports: [DeleteUser, FinishUserDeletion],
})
export class DeletionModule {}
