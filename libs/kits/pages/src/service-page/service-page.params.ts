import { v4 } from '@hearth/http';
import { z } from 'zod';
import { confirmed } from '../forms/confirmation.js';
import { defineNotices } from '../forms/notices.js';

const LONGEST_ID = 100;

/** Pages after these are not read: all the letters before have to be. */
const MOST_PAGES = 100;

const notices = defineNotices({
  replayed: 'The dead letters are on the way again.',
  discarded: 'The dead letter is discarded.',
});
export const { noticeOf, withNotice } = notices;

export const ServicePageParams = z.object({
  page: v4.page.page.transform((page) => Math.min(page, MOST_PAGES)),
  done: notices.done,
});
export const ReplayFormParams = z.object({
  /** Id of a dead letter; all of them without one. */
  letter: v4.optional(v4.text({ most: LONGEST_ID })),
});
export const DiscardFormParams = z.object({ letter: v4.text({ most: LONGEST_ID }), confirmed });
