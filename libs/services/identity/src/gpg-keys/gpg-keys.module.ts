import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { CreateGpgKey } from './create.js';
import { DeleteGpgKey } from './delete.js';
import { GpgKeyPagesController } from './gpg-key-pages.controller.js';
import { GpgKeyFacts } from './gpg-key.facts.js';
import { GpgKeysController } from './gpg-keys.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule, UsersModule],
  controllers: [GpgKeysController, GpgKeyPagesController],
  providers: [GpgKeyFacts, CreateGpgKey, DeleteGpgKey],
})
export class GpgKeysModule {}
