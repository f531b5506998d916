import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { KeyFacts } from './key.facts.js';
import { KeysController } from './keys.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, UsersModule],
  controllers: [KeysController],
  providers: [KeyFacts],
})
export class KeysModule {}
