import { Module } from '@nestjs/common';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { AvatarFacts } from './avatars/avatar.facts.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { Clock } from './clock.js';
import { CustomAttributeFacts } from './custom-attributes/custom-attribute.facts.js';
import { CustomAttributesController } from './custom-attributes/custom-attributes.controller.js';
import { CustomAttributesStore } from './custom-attributes/custom-attributes.store.js';
import { RemoveCustomAttribute } from './custom-attributes/remove.js';
import { SetCustomAttribute } from './custom-attributes/set.js';
import { DeleteUser } from './deletion/delete.js';
import { DeletionsStore } from './deletion/deletions.store.js';
import { EnsureGhost } from './deletion/ensure-ghost.js';
import { FinishUserDeletion } from './deletion/finish.js';
import { IdentitiesStore } from './identities/identities.store.js';
import { ResumeUserCreation, ResumeUserCreationWorker } from './jobs/resume-user-creation.js';
import { ResumeUserDeletion, ResumeUserDeletionWorker } from './jobs/resume-user-deletion.js';
import { ResumeUserRename, ResumeUserRenameWorker } from './jobs/resume-user-rename.js';
import { IdentityProvider } from './provider/identity.provider.js';
import { SettingsProvider } from './provider/settings.provider.js';
import { FinishUserRename } from './renaming/finish.js';
import { RenameUser } from './renaming/rename.js';
import { RenamesStore } from './renaming/renames.store.js';
import { schema } from './schema.js';
import { RevealRegistrationToken } from './settings/reveal-registration-token.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsFacts } from './settings/settings.facts.js';
import { SettingsStore } from './settings/settings.store.js';
import { UpdateSettings } from './settings/update.js';
import { AuthenticateCredential } from './sign-in/authenticate.js';
import { BAN_LIMITS, banLimits } from './sign-in/ban-limits.js';
import { CredentialsStore } from './sign-in/credentials.store.js';
import { SettleAttempt } from './sign-in/settle-attempt.js';
import { SignInFailuresStore } from './sign-in/sign-in-failures.store.js';
import { CreateToken } from './tokens/create.js';
import { ImpersonationTokensController } from './tokens/impersonation-tokens.controller.js';
import { IssueToken } from './tokens/issue.js';
import { MintPersonalToken } from './tokens/mint.js';
import { PersonalTokensController } from './tokens/personal-tokens.controller.js';
import { PersonalTokensStore } from './tokens/personal-tokens.store.js';
import { RevokeToken } from './tokens/revoke.js';
import { TokenFacts } from './tokens/token.facts.js';
import { TokensFinder } from './tokens/tokens.finder.js';
import { AttachToUser } from './users/attach.js';
import { BlockUser } from './users/block.js';
import { CreateUser } from './users/create.js';
import { EnsureRootUser } from './users/ensure-root.js';
import { FinishUserCreation } from './users/finish-creation.js';
import { UpdateUser } from './users/update.js';
import { UserFacts } from './users/user.facts.js';
import { UsersController } from './users/users.controller.js';
import { UsersFinder } from './users/users.finder.js';
import { UsersStore } from './users/users.store.js';

const workers = [ResumeUserCreationWorker, ResumeUserRenameWorker, ResumeUserDeletionWorker];

/** Users, and what they prove themselves with. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service, { workers }),
  ],
  controllers: [
    UsersController,
    AvatarsController,
    ImpersonationTokensController,
    PersonalTokensController,
    CustomAttributesController,
    SettingsController,
  ],
  providers: [
    Clock,
    IdentityProvider,
    ...workers,
    ...[UsersStore, UsersFinder, UserFacts, CreateUser, FinishUserCreation, EnsureRootUser, UpdateUser, BlockUser],
    ...[AttachToUser, AvatarsStore, AvatarFacts, IdentitiesStore],
    ...[RenamesStore, RenameUser, FinishUserRename],
    ...[DeletionsStore, DeleteUser, FinishUserDeletion, EnsureGhost],
    ...[PersonalTokensStore, TokensFinder, TokenFacts, IssueToken, CreateToken, RevokeToken, MintPersonalToken],
    ...[CustomAttributesStore, CustomAttributeFacts, SetCustomAttribute, RemoveCustomAttribute],
    ...[SettingsStore, SettingsFacts, UpdateSettings, RevealRegistrationToken, SettingsProvider],
    ...[CredentialsStore, AuthenticateCredential, SignInFailuresStore, SettleAttempt],
    { provide: BAN_LIMITS, useFactory: () => banLimits() },
  ],
})
export class IdentityModule {
  static readonly schema = schema;
  static readonly jobs = [ResumeUserCreation, ResumeUserRename, ResumeUserDeletion];
}
