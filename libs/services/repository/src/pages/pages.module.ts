import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { PageRenderer } from './page-renderer.js';
import { RefNamesFacts } from './ref-names.facts.js';
import { RefPathFacts } from './ref-path.facts.js';
import { RefSwitchController } from './ref-switch.controller.js';
import { ServicePageController } from './service-page.controller.js';

/** Renderer and reads that the pages of repositories share. */
@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule, RichTextModule],
  controllers: [RefSwitchController, ServicePageController],
  providers: [PageRenderer, RefNamesFacts, RefPathFacts],
  exports: [PageRenderer, RichTextModule, RefNamesFacts, RefPathFacts],
})
export class RepositoryPagesModule {}
