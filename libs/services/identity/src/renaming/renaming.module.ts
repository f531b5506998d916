import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { FinishUserRename } from './finish.js';
import { RenameUser } from './rename.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  providers: [RenameUser, FinishUserRename],
  exports: [RenameUser, FinishUserRename],
})
export class RenamingModule {}
