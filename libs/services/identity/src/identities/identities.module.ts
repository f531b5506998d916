import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { DeleteIdentity } from './delete.js';
import { IdentitiesController } from './identities.controller.js';
import { LinkIdentity } from './link.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [IdentitiesController],
  providers: [DeleteIdentity, LinkIdentity],
  exports: [DeleteIdentity, LinkIdentity],
})
export class IdentitiesModule {}
