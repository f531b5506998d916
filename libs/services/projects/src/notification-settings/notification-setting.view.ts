import { z } from 'zod';
import { forEach } from '../hooks/hook.rules.js';
import { EVENTS, LEVELS, type NotificationSetting } from './notification-setting.rules.js';

/** Setting in a project or group. */
export const NotificationSettingView = z.strictObject({
  level: z.enum(LEVELS).describe('Mails that are sent; `global`: as set for the group around, or for the instance'),
  events: z
    .strictObject(
      forEach(EVENTS, (name) => z.boolean().describe(`Whether mails are sent for ${name.replaceAll('_', ' ')}`)),
    )
    .optional()
    .describe('Events of the level `custom`; missing at other levels'),
});
export type NotificationSettingView = z.output<typeof NotificationSettingView>;

/** Setting for the whole instance. */
export const GlobalNotificationSettingView = NotificationSettingView.extend({
  notification_email: z.string().describe('Address for the mails'),
});
export type GlobalNotificationSettingView = z.output<typeof GlobalNotificationSettingView>;

export function presentSetting({ level, events }: NotificationSetting): NotificationSettingView {
  return { level, ...(level === 'custom' && { events: forEach(EVENTS, (name) => events.includes(name)) }) };
}
