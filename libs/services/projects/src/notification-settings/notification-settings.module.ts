import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { NotificationSettingFacts } from './notification-setting.facts.js';
import {
  GlobalNotificationSettingsController,
  GroupNotificationSettingsController,
  ProjectNotificationSettingsController,
} from './notification-settings.controller.js';
import { UpdateNotificationSetting } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [
    GlobalNotificationSettingsController,
    ProjectNotificationSettingsController,
    GroupNotificationSettingsController,
  ],
  providers: [NotificationSettingFacts, UpdateNotificationSetting],
  exports: [NotificationSettingFacts, UpdateNotificationSetting],
})
export class NotificationSettingsModule {}
