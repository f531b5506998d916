import { forwardRef, Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeleteUser } from './delete.js';
import { FinishUserDeletion } from './finish.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, forwardRef(() => UsersModule)],
  providers: [DeleteUser, FinishUserDeletion],
  exports: [DeleteUser, FinishUserDeletion],
})
export class DeletionModule {}
