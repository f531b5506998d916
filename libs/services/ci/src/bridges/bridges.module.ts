import { Module } from '@nestjs/common';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { ArtifactTextFacts } from '../artifacts/artifact-text.facts.js';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { JobRequestsModule } from '../job-requests/job-requests.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { BridgeFacts } from './bridge.facts.js';
import { BridgesController } from './bridges.controller.js';
import { CancelChildPipelines } from './cancel-children.js';
import { ChildConfigurationFacts } from './child-configuration.facts.js';
import { CreateDownstreamPipeline } from './create-downstream.js';
import { DownstreamAccessFacts } from './downstream-access.facts.js';
import { HierarchyFacts } from './hierarchy.facts.js';
import { MirrorDownstreamPipeline } from './mirror-downstream.js';
import { MirrorUpstreamPipeline } from './mirror-upstream.js';
import { RequestDownstreamPipeline } from './request-downstream.js';

@Module({
  imports: [
    ArtifactStorageModule,
    CiCoreModule,
    CiStoresModule,
    BuildChangesModule,
    JobRequestsModule,
    PipelinesModule,
    VariablesModule,
  ],
  controllers: [BridgesController],
  providers: [
    BridgeFacts,
    ArtifactTextFacts,
    ChildConfigurationFacts,
    DownstreamAccessFacts,
    HierarchyFacts,
    RequestDownstreamPipeline,
    CreateDownstreamPipeline,
    MirrorDownstreamPipeline,
    MirrorUpstreamPipeline,
    CancelChildPipelines,
  ],
  exports: [BridgeFacts, HierarchyFacts],
})
export class BridgesModule {}
