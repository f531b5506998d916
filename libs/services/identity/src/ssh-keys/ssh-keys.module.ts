import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { CreateSshKey } from './create.js';
import { DeleteSshKey } from './delete.js';
import { SshKeyPagesController } from './ssh-key-pages.controller.js';
import { SshKeyEvents } from './ssh-key-events.js';
import { SshKeyFacts } from './ssh-key.facts.js';
import { SshKeysController } from './ssh-keys.controller.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule, UsersModule],
  controllers: [SshKeysController, SshKeyPagesController],
  providers: [SshKeyFacts, SshKeyEvents, CreateSshKey, DeleteSshKey],
  exports: [SshKeyFacts],
})
export class SshKeysModule {}
