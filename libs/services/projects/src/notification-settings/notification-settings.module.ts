import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { NotificationPageFacts } from './notification-page.facts.js';
import { NotificationPagesController } from './notification-pages.controller.js';
import { NotificationSettingFacts } from './notification-setting.facts.js';
import {
  GlobalNotificationSettingsController,
  GroupNotificationSettingsController,
  ProjectNotificationSettingsController,
} from './notification-settings.controller.js';
import { UpdateNotificationSetting } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, RenderingModule],
  controllers: [
    GlobalNotificationSettingsController,
    ProjectNotificationSettingsController,
    GroupNotificationSettingsController,
    NotificationPagesController,
  ],
  providers: [NotificationPageFacts, NotificationSettingFacts, UpdateNotificationSetting],
  exports: [NotificationSettingFacts, UpdateNotificationSetting],
})
export class NotificationSettingsModule {}
