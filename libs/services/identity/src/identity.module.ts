import { Module } from '@nestjs/common';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { Clock } from './clock.js';
import { ResumeUserCreation, ResumeUserCreationWorker } from './jobs/resume-user-creation.js';
import { IdentityProvider } from './provider/identity.provider.js';
import { schema } from './schema.js';
import { AuthenticateCredential } from './sign-in/authenticate.js';
import { CredentialsStore } from './sign-in/credentials.store.js';
import { MintPersonalToken } from './tokens/mint.js';
import { PersonalTokensStore } from './tokens/personal-tokens.store.js';
import { CreateUser } from './users/create.js';
import { EnsureRootUser } from './users/ensure-root.js';
import { FinishUserCreation } from './users/finish-creation.js';
import { UserFacts } from './users/user.facts.js';
import { UsersController } from './users/users.controller.js';
import { UsersStore } from './users/users.store.js';

const workers = [ResumeUserCreationWorker];

/** Users, and what they prove themselves with. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service, { workers }),
  ],
  controllers: [UsersController],
  providers: [
    Clock,
    IdentityProvider,
    ...workers,
    ...[UsersStore, UserFacts, CreateUser, FinishUserCreation, EnsureRootUser],
    ...[PersonalTokensStore, MintPersonalToken],
    ...[CredentialsStore, AuthenticateCredential],
  ],
})
export class IdentityModule {
  static readonly schema = schema;
  static readonly jobs = [ResumeUserCreation];
}
