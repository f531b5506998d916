import { v4 } from '@hearth/http';
import { MOST_TEXT } from '@hearth/notes';
import { diffParams } from '@hearth/pages';
import { z } from 'zod';
import { OneParams, flag, noticeParam } from '../pages/page.params.js';

const matching = (pattern: RegExp) =>
  v4.optional(v4.text({ most: 40 }).refine((text) => pattern.test(text))).catch(undefined);
const SHA = /^[0-9a-f]{40}$/;
const hex = matching(SHA);
const sha = v4.text({ most: 40 }).refine((text) => SHA.test(text), { error: 'is invalid' });
/** Place of a line, as in line codes: its numbers before and after. */
const place = matching(/^\d+_\d+$/);

const shown = {
  page: v4.page.page,
  ...diffParams,
  /** The version; undefined: the newest. */
  diff_id: v4.optional(v4.id()).catch(undefined),
  /** Head of the version that it is compared with; undefined: the merge base. */
  start_sha: hex,
  /** The only file that is shown, by its id on the page. */
  file: hex,
};
const Shown = z.object(shown);

/** Choice of changes that the page shows. */
export type ShownChanges = z.output<typeof Shown>;

export const DiffPageParams = OneParams.extend({
  ...shown,
  /** The file, and the line there, for which it has the form of a comment. */
  on: hex,
  comment: place,
  done: noticeParam,
});

export const LineCommentParams = OneParams.extend({
  body: v4.text({ most: MOST_TEXT }),
  diff_id: v4.id(),
  on: hex,
  comment: place,
  /** First line of a range that ends there. */
  from: place,
  /** Whether it is a pending comment, which is not published yet. */
  review: flag,
  back: v4.text({ most: 1_000 }),
});

export const ViewedParams = OneParams.extend({
  file: sha,
  blob: sha,
  viewed: v4.boolean(),
  back: v4.text({ most: 1_000 }),
});

/** Returns the query of the page of changes that shows the same again: of the first page, inline, it is empty. */
export function queryOf({ page, view, w, diff_id: version, start_sha: start, file }: ShownChanges): string {
  return new URLSearchParams({
    ...(page > 1 && { page: String(page) }),
    ...(view === 'parallel' && { view }),
    ...(w && { w: '1' }),
    ...(version !== undefined && { diff_id: String(version) }),
    ...(start !== undefined && { start_sha: start }),
    ...(file !== undefined && { file }),
  }).toString();
}

/** Parses what {@link queryOf} returned. Parameters that are not the page's are ignored, so that no form leads elsewhere. */
export function parseQuery(query: string): ShownChanges {
  const { success, data } = Shown.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return success ? data : Shown.parse({});
}
