import { v4 } from '@hearth/http';
import { defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { DIGESTS } from '../notification-digests/digest.rules.js';
import { LEVELS } from './notification-setting.rules.js';

const notices = defineNotices({ saved: 'Saved.' });
export const { noticeOf, withNotice } = notices;

export const NotificationPageParams = z.object({ page: v4.page.page, done: notices.done });

export const GlobalSettingFormParams = z.object({
  level: v4.oneOf(LEVELS),
  digest: v4.optional(v4.oneOf(DIGESTS)),
  notification_email: v4.text({ most: 255 }).prefault(''),
});

export const SourceSettingFormParams = z.object({
  path: v4.text({ most: 1_024 }).prefault(''),
  source_level: v4.oneOf(LEVELS),
});
