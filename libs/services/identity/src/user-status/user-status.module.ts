import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { SetUserStatus } from './set.js';
import { UserStatusController } from './status.controller.js';
import { StatusFacts } from './status.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, UsersModule],
  controllers: [UserStatusController],
  providers: [StatusFacts, SetUserStatus],
})
export class UserStatusModule {}
