import { v4 } from '@hearth/http';
import { z } from 'zod';
import { defineNotices } from '../forms/notices.js';

const LONGEST_ID = 100;

const notices = defineNotices({ replayed: 'The dead letters are on the way again.' });
export const { noticeOf, withNotice } = notices;

export const ServicePageParams = z.object({ done: notices.done });
export const ReplayFormParams = z.object({
  /** Id of a dead letter; all of them without one. */
  letter: v4.optional(v4.text({ most: LONGEST_ID })),
});
