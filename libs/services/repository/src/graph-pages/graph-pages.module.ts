import { Module } from '@nestjs/common';
import { ContributorsModule } from '../contributors/contributors.module.js';
import { LanguagesModule } from '../languages/languages.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { GraphPagesController } from './graph-pages.controller.js';

@Module({ imports: [RepositoryPagesModule, ContributorsModule, LanguagesModule], controllers: [GraphPagesController] })
export class GraphPagesModule {}
