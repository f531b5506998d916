import { Module } from '@nestjs/common';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AppendTrace } from './append.js';
import { ArchiveTraces } from './archive.js';
import { CoverageModule } from './coverage.module.js';
import { EraseJob } from './erase.js';
import { HideSecrets } from './hide-secrets.js';
import { TracePartFacts } from './trace-part.facts.js';
import { TraceFacts } from './trace.facts.js';

@Module({
  imports: [
    CiCoreModule,
    CiStoresModule,
    ArtifactStorageModule,
    BuildChangesModule,
    ConfigurationModule,
    CoverageModule,
  ],
  providers: [TraceFacts, TracePartFacts, AppendTrace, EraseJob, HideSecrets, ArchiveTraces],
  exports: [CoverageModule, AppendTrace, HideSecrets, EraseJob, TraceFacts, TracePartFacts, ArchiveTraces],
})
export class TracesModule {}
