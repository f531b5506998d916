import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { ActivateUser } from './activate.js';
import { BanUser } from './ban.js';
import { BlockUser } from './block.js';
import { BlockingController } from './blocking.controller.js';
import { ChangeUserState } from './change-state.js';
import { DeactivateUser } from './deactivate.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [BlockingController],
  providers: [ActivateUser, BanUser, BlockUser, ChangeUserState, DeactivateUser],
  exports: [BlockUser, ChangeUserState],
})
export class BlockingModule {}
