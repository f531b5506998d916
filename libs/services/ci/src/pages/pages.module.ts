import { Module } from '@nestjs/common';
import { PagesModule } from '@hearth/pages';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { JobFormsController } from './jobs/job-forms.controller.js';
import { PageRenderer } from './page-renderer.js';
import { PipelinePageFacts } from './pipelines/pipeline-page.facts.js';
import { PipelinePagesController } from './pipelines/pipeline-pages.controller.js';

@Module({
  imports: [PagesModule, CiCoreModule, CiStoresModule, BuildsModule, PipelinesModule],
  controllers: [JobFormsController, PipelinePagesController],
  providers: [PageRenderer, PipelinePageFacts],
})
export class CiPagesModule {}
