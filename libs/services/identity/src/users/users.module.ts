import { forwardRef, Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { RenamingModule } from '../renaming/renaming.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { BlockUser } from './block.js';
import { CreateUser } from './create.js';
import { EnsureRootUser } from './ensure-root.js';
import { FinishUserCreation } from './finish-creation.js';
import { SaveUserRelations } from './save-relations.js';
import { UpdateUser } from './update.js';
import { UserFacts } from './user.facts.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    forwardRef(() => DeletionModule),
    forwardRef(() => EmailsModule),
    RenamingModule,
    forwardRef(() => SessionsModule),
    SettingsModule,
    forwardRef(() => TwoFactorModule),
  ],
  controllers: [UsersController],
  providers: [UserFacts, CreateUser, FinishUserCreation, EnsureRootUser, UpdateUser, BlockUser, SaveUserRelations],
  exports: [UserFacts, UpdateUser, CreateUser, BlockUser, EnsureRootUser, FinishUserCreation],
})
export class UsersModule {}
