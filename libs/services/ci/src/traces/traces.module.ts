import { forwardRef, Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { BuildsModule } from '../builds/builds.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AppendTrace } from './append.js';
import { ArchiveTraces } from './archive.js';
import { CoverageFacts } from './coverage.facts.js';
import { EraseJob } from './erase.js';
import { HideSecrets } from './hide-secrets.js';
import { TraceFacts } from './trace.facts.js';

@Module({
  imports: [
    CiCoreModule,
    CiStoresModule,
    forwardRef(() => ArtifactsModule),
    forwardRef(() => BuildsModule),
    ConfigurationModule,
  ],
  providers: [TraceFacts, CoverageFacts, AppendTrace, EraseJob, HideSecrets, ArchiveTraces],
  exports: [AppendTrace, HideSecrets, EraseJob, TraceFacts, CoverageFacts, ArchiveTraces],
})
export class TracesModule {}
