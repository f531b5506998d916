import { Module } from '@nestjs/common';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CiCoreModule } from '../core.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { CiStoresModule } from '../stores.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { AdvanceModule } from './advance.module.js';
import { CancelPipeline } from './cancel.js';
import { CreatePipeline } from './create.js';
import { DeletePipeline } from './delete.js';
import { UpdatePipeline } from './update.js';
import { IncludedFacts } from '../plans/included.facts.js';
import { RemoteFiles } from '../plans/remote-files.js';
import { NewPipelineFacts } from '../plans/new-pipeline.facts.js';
import { PipelineFacts } from './pipeline.facts.js';
import { PipelinesController } from './pipelines.controller.js';
import { RefreshProjectGroups } from '../projects/refresh-groups.js';
import { RemoveProjectSettings } from '../projects/remove-settings.js';
import { RemoveProject } from './remove-project.js';
import { ReplaceUser } from './replace-user.js';
import { LintFacts } from '../plans/lint.facts.js';
import { ProjectLintController } from '../plans/project-lint.controller.js';
import { OpenMergeRequestsFacts } from '../plans/open-merge-requests.facts.js';
import { RepositoryStateFacts } from '../plans/repository-state.facts.js';
import { CancelReplacedPipelines } from '../replaced-pipelines/cancel-replaced.js';
import { RequestPipeline } from './request.js';
import { RetryPipeline } from './retry.js';

@Module({
  imports: [
    CiCoreModule,
    CiStoresModule,
    ArtifactStorageModule,
    BuildChangesModule,
    ConfigurationModule,
    EnvironmentsModule,
    VariablesModule,
    AdvanceModule,
  ],
  controllers: [PipelinesController, ProjectLintController],
  providers: [
    PipelineFacts,
    RemoveProject,
    ReplaceUser,
    CancelPipeline,
    CancelReplacedPipelines,
    RetryPipeline,
    DeletePipeline,
    UpdatePipeline,
    RefreshProjectGroups,
    RemoveProjectSettings,
    NewPipelineFacts,
    OpenMergeRequestsFacts,
    RepositoryStateFacts,
    IncludedFacts,
    RemoteFiles,
    LintFacts,
    CreatePipeline,
    RequestPipeline,
  ],
  exports: [
    AdvanceModule,
    CancelPipeline,
    RequestPipeline,
    PipelineFacts,
    RemoveProject,
    NewPipelineFacts,
    CreatePipeline,
    CancelPipeline,
    CancelReplacedPipelines,
    RetryPipeline,
    ReplaceUser,
  ],
})
export class PipelinesModule {}
