import { Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AuthenticateRunner } from './authenticate.js';
import { DeleteRunner } from './delete.js';
import { DisableRunner } from './disable.js';
import { EnableRunner } from './enable.js';
import { RegisterRunner } from './register.js';
import { ResetRunnerToken } from './reset-token.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnerRegistrationController } from './runner-registration.controller.js';
import { RunnerFacts } from './runner.facts.js';
import { RunnersController } from './runners.controller.js';
import { PrepareGroup } from './prepare-group.js';
import { UpdateRunner } from './update.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BuildsModule],
  controllers: [RunnersController, RunnerRegistrationController],
  providers: [
    RunnerFacts,
    RunnerAccessFacts,
    AuthenticateRunner,
    RegisterRunner,
    PrepareGroup,
    EnableRunner,
    DisableRunner,
    UpdateRunner,
    DeleteRunner,
    ResetRunnerToken,
  ],
  exports: [RunnerFacts, RegisterRunner, EnableRunner, DisableRunner, UpdateRunner, DeleteRunner],
})
export class RunnersModule {}
