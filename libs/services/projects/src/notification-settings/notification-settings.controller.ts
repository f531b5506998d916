import { Controller, type Type } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { notificationAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { NotificationEmailInvalid } from '../refusals.js';
import { NotificationSettingFacts } from './notification-setting.facts.js';
import {
  changesOf,
  NoParams,
  settingParams,
  UpdateGlobalSettingParams,
  type SettingParams,
} from './notification-setting.params.js';
import { GlobalNotificationSettingView, NotificationSettingView, presentSetting } from './notification-setting.view.js';
import { UpdateNotificationSetting } from './update.js';

const GLOBAL = { kind: 'global' } as const;

/** Notification settings of the caller on the whole instance. */
@Controller()
export class GlobalNotificationSettingsController {
  constructor(
    private readonly notificationSettingFacts: NotificationSettingFacts,
    private readonly updateNotificationSetting: UpdateNotificationSetting,
  ) {}

  @Endpoint.get('/notification_settings', {
    summary: "Get the caller's notification settings",
    params: NoParams,
    returns: returns.json(GlobalNotificationSettingView),
  })
  one(@Call() { user }: CallOf<typeof NoParams>): Promise<GlobalNotificationSettingView> {
    return this.read(user.userId);
  }

  @Endpoint.put('/notification_settings', {
    summary: "Change the caller's notification settings",
    params: UpdateGlobalSettingParams,
    returns: returns.json(GlobalNotificationSettingView),
    refuses: [NotificationEmailInvalid],
  })
  async update(
    @Call() { params, user }: CallOf<typeof UpdateGlobalSettingParams>,
  ): Promise<GlobalNotificationSettingView> {
    const { notification_email: email, ...changes } = params;
    await this.updateNotificationSetting.execute(user.userId, GLOBAL, changesOf(changes), { email });
    return this.read(user.userId);
  }

  private async read(userId: UserId): Promise<GlobalNotificationSettingView> {
    const [setting, email] = await Promise.all([
      this.notificationSettingFacts.one(userId, GLOBAL),
      this.notificationSettingFacts.email(userId),
    ]);
    return { ...presentSetting(setting), notification_email: email };
  }
}

/** Builds the endpoints of the caller's setting in a project or group. */
function notificationSettingsController(kind: MemberSourceKind): Type<object> {
  const { change } = notificationAbilities[kind];
  const Params = settingParams(kind);
  const at = `/${kind}s/:id/notification_settings`;

  @Controller()
  class NotificationSettingsController {
    constructor(
      private readonly notificationSettingFacts: NotificationSettingFacts,
      private readonly updateNotificationSetting: UpdateNotificationSetting,
    ) {}

    @Endpoint.get(at, {
      summary: `Get the caller's notification settings in a ${kind}`,
      can: change,
      params: Params.read,
      returns: returns.json(NotificationSettingView),
    })
    async one(@Call() call: CallOf<SettingParams['read']>): Promise<NotificationSettingView> {
      const scope = memberSourceOf(kind, call);
      return presentSetting(await this.notificationSettingFacts.one(call.user.userId, scope));
    }

    @Endpoint.put(at, {
      summary: `Change the caller's notification settings in a ${kind}`,
      can: change,
      params: Params.update,
      returns: returns.json(NotificationSettingView),
    })
    async update(@Call() call: CallOf<SettingParams['update']>): Promise<NotificationSettingView> {
      const { user, params } = call;
      const scope = memberSourceOf(kind, call);
      await this.updateNotificationSetting.execute(user.userId, scope, changesOf(params));
      return presentSetting(await this.notificationSettingFacts.one(user.userId, scope));
    }
  }
  return NotificationSettingsController;
}

export class ProjectNotificationSettingsController extends notificationSettingsController('project') {}
export class GroupNotificationSettingsController extends notificationSettingsController('group') {}
