import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { MainEmailModule } from '../emails/main-email.module.js';
import { RenamingModule } from '../renaming/renaming.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { BlockingModule } from '../blocking/blocking.module.js';
import { CreateUser } from './create.js';
import { EnsureRootUser } from '../admins/ensure-root.js';
import { MakeAdmin } from '../admins/make-admin.js';
import { SetAdmin } from '../admins/set-admin.js';
import { SaveChangedRelations } from './save-changed-relations.js';
import { SaveUserRelations } from './save-relations.js';
import { UpdateUser } from './update.js';
import { UserCreationModule } from './user-creation.module.js';
import { UserFacts } from './user.facts.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [
    IdentityCoreModule,
    IdentityStoresModule,
    BlockingModule,
    DeletionModule,
    MainEmailModule,
    RenamingModule,
    SessionsModule,
    SettingsModule,
    TwoFactorModule,
    UserCreationModule,
  ],
  controllers: [UsersController],
  providers: [
    UserFacts,
    CreateUser,
    EnsureRootUser,
    UpdateUser,
    MakeAdmin,
    SaveChangedRelations,
    SaveUserRelations,
    SetAdmin,
  ],
  exports: [UserCreationModule, BlockingModule, UserFacts, UpdateUser, CreateUser, MakeAdmin, EnsureRootUser, SetAdmin],
})
export class UsersModule {}
