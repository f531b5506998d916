import { Module } from '@nestjs/common';
import { CreationPagesModule } from '../creation-pages/creation-pages.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { GroupSettingsController } from './group-settings.controller.js';
import { GroupSettingsPage } from './group-settings-page.js';
import { ProjectSettingsController } from './project-settings.controller.js';
import { ProjectSettingsPage } from './project-settings-page.js';

/** Pages of the settings of projects and groups. */
@Module({
  imports: [RenderingModule, CreationPagesModule, ProjectModule, GroupsModule, NamespacesModule, TransfersModule],
  controllers: [ProjectSettingsController, GroupSettingsController],
  providers: [ProjectSettingsPage, GroupSettingsPage],
})
export class SettingsPagesModule {}
