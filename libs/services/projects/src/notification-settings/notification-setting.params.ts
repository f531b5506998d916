import { v4 } from '@hearth/http';
import { z } from 'zod';
import { forEach } from '../hooks/hook.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { EVENTS, LEVELS, UNSUPPORTED_EVENTS, type NotificationChanges } from './notification-setting.rules.js';

const NOT_SUPPORTED = { error: 'is not supported' };

const changes = {
  level: v4.optional(v4.oneOf(LEVELS)).describe('Mails that are sent'),
  ...forEach(EVENTS, (name) =>
    v4.optional(v4.boolean()).describe(`Whether the level \`custom\` includes the event ${name.replaceAll('_', ' ')}`),
  ),
  ...forEach(UNSUPPORTED_EVENTS, () =>
    v4
      .optional(v4.boolean().refine((wanted) => !wanted, NOT_SUPPORTED))
      .describe('Only false: no mail is sent for this event'),
  ),
};

export const NoParams = z.object({});
export const UpdateGlobalSettingParams = z.object({
  ...changes,
  notification_email: v4.optional(v4.text({ most: 255 })).describe('A confirmed address of the caller, for the mails'),
});

/** Parameters for the setting in a project or group. */
export function settingParams(kind: MemberSourceKind) {
  const source = z.object({ id: v4[kind]() });
  return { read: source, update: source.extend(changes) };
}
export type SettingParams = ReturnType<typeof settingParams>;

export function changesOf(params: z.output<z.ZodObject<typeof changes>>): NotificationChanges {
  return { level: params.level, events: forEach(EVENTS, (name) => params[name]) };
}
