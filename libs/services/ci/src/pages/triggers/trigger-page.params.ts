import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { CreateTriggerParams, TriggerParams } from '../../triggers/trigger.params.js';

const notices = defineNotices({ created: 'Added.', taken: 'It is yours now.', revoked: 'Revoked.' });
export const { noticeOf, withNotice } = notices;

export const TriggerListParams = z.object({ id: v4.project(), page: v4.page.page, done: notices.done });
export const NewTriggerFormParams = CreateTriggerParams;
export const TakeTriggerFormParams = TriggerParams;
export const RevokeTriggerFormParams = TriggerParams.extend({ confirmed });
