import { forwardRef, Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CiCoreModule } from '../core.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { CiStoresModule } from '../stores.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { AdvancePipeline } from './advance.js';
import { CancelReplacedPipelines } from './cancel-replaced.js';
import { CancelPipeline } from './cancel.js';
import { CreatePipeline } from './create.js';
import { NewPipelineFacts } from './new-pipeline.facts.js';
import { PipelineFacts } from './pipeline.facts.js';
import { PipelinesController } from './pipelines.controller.js';
import { RemoveProjectSettings } from './remove-project-settings.js';
import { RemoveProject } from './remove-project.js';
import { ReplaceUser } from './replace-user.js';
import { RequestPipeline } from './request.js';
import { RetryPipeline } from './retry.js';

@Module({
  imports: [
    CiCoreModule,
    CiStoresModule,
    forwardRef(() => BuildsModule),
    ConfigurationModule,
    forwardRef(() => EnvironmentsModule),
    VariablesModule,
  ],
  controllers: [PipelinesController],
  providers: [
    PipelineFacts,
    AdvancePipeline,
    RemoveProject,
    ReplaceUser,
    CancelPipeline,
    CancelReplacedPipelines,
    RetryPipeline,
    RemoveProjectSettings,
    NewPipelineFacts,
    CreatePipeline,
    RequestPipeline,
  ],
  exports: [
    AdvancePipeline,
    RequestPipeline,
    PipelineFacts,
    RemoveProject,
    NewPipelineFacts,
    CreatePipeline,
    CancelReplacedPipelines,
    ReplaceUser,
  ],
})
export class PipelinesModule {}
