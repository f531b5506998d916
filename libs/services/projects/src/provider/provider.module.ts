import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { MembersModule } from '../members/members.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { ProjectsPagesModule } from '../pages/pages.module.js';
import { RunnersTokensModule } from '../runners-tokens/runners-tokens.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { TodosModule } from '../todos/todos.module.js';
import { IssuesProvider } from './issues.provider.js';
import { LabelsProvider } from './labels.provider.js';
import { MembersProvider } from './members.provider.js';
import { OwnersProvider } from './owners.provider.js';
import { ProjectsProvider } from './projects.provider.js';
import { ReadersProvider } from './readers.provider.js';
import { RepositoriesProvider } from './repositories.provider.js';
import { RunnersTokensProvider } from './runners-tokens.provider.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    ImportsModule,
    LabelsModule,
    MembersModule,
    NamespacesModule,
    ProjectsPagesModule,
    RunnersTokensModule,
    TodosModule,
  ],
  controllers: [
    IssuesProvider,
    LabelsProvider,
    MembersProvider,
    OwnersProvider,
    ProjectsProvider,
    ReadersProvider,
    RepositoriesProvider,
    RunnersTokensProvider,
  ],
})
export class ProviderModule {}
