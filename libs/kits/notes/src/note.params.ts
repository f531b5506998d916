import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { MOST_TEXT, type NoteOrder } from './note.rules.js';

/**
 * Parameters of the endpoints for the notes on one kind of record.
 * @param segment name of the record's number or id in the path
 * @param merges whether notes may merge the record
 */
export function noteParams(segment: string, merges = false) {
  const project = { id: v4.project() };
  // The segment's name is known at run time only, so `numberIn` reads it.
  const noteable = z.object({ ...project, [segment]: v4.id() } as typeof project);
  const one = noteable.extend({ note_id: v4.id() });
  const body = v4.text({ most: MOST_TEXT });
  const head = {
    merge_request_diff_head_sha: v4
      .optional(v4.text({ most: 1024 }))
      .describe('Head that a `/merge` in the text is for: it stays text when another one is there'),
  };
  return {
    list: noteable.extend({
      order_by: v4.optional(v4.oneOf(['created_at', 'updated_at'])),
      sort: v4.optional(v4.oneOf(['asc', 'desc'])),
      activity_filter: v4
        .optional(z.literal('all_notes', { error: 'is not supported' }))
        .describe('Only `all_notes` is supported'),
      ...v4.page,
    }),
    one,
    create: noteable.extend({
      body,
      created_at: v4.optional(v4.dateTime()),
      internal: refused(),
      confidential: refused(),
      ...(merges ? head : ({} as typeof head)),
    }),
    update: one.extend({ body }),
    awards: noteable.extend(v4.page),
    award: noteable.extend({ award_id: v4.id() }),
    give: noteable.extend({ name: v4.text({ most: 255 }) }),
    noteAwards: one.extend(v4.page),
    noteAward: one.extend({ award_id: v4.id() }),
    giveToNote: one.extend({ name: v4.text({ most: 255 }) }),
  };
}

/** Returns the record's number or id in the path. */
export function numberIn(params: object, segment: string): number {
  return (params as Readonly<Record<string, number>>)[segment]!;
}

/** Returns the order of the parameters; by default the newest first. */
export function noteOrder({ order_by: by, sort }: { order_by?: NoteOrder['by']; sort?: NoteOrder['sort'] }): NoteOrder {
  return { by: by ?? 'created_at', sort: sort ?? 'desc' };
}

/** Parameters of the form of a note on a page. */
export const NoteFormParams = z.object({
  id: v4.project(),
  iid: v4.id(),
  note_id: v4.id(),
  /** Page of the threads that the form was on. */
  page: v4.page.page,
  /** Query of the page of changes, for a form that was on it. */
  back: v4.optional(v4.text({ most: 1_000 })),
});
export type NoteFormParams = z.output<typeof NoteFormParams>;
