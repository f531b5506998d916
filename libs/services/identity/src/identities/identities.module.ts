import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { DeleteIdentity } from './delete.js';
import { IdentitiesController } from './identities.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [IdentitiesController],
  providers: [DeleteIdentity],
})
export class IdentitiesModule {}
