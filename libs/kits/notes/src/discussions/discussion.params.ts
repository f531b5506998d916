import { v4 } from '@hearth/http';
import { z } from 'zod';
import { MOST_TEXT } from '../note.rules.js';
import { PositionParams } from './position.params.js';

const body = v4.text({ most: MOST_TEXT });
/** Parameter that is not performed: refused unless it is empty. */
const unsupported = v4
  .optional(
    z
      .unknown()
      .refine(() => false, { error: 'is not supported' })
      .meta({ description: 'Not supported: refused', type: 'string' }),
  )
  .transform(() => undefined);

/**
 * Parameters of the endpoints for the discussions of one kind of record.
 * @param segment name of the record's number or id in the path
 */
export function discussionParams(segment: string) {
  const project = { id: v4.project() };
  // The segment's name is known at run time only, so `numberIn` reads it.
  const noteable = z.object({ ...project, [segment]: v4.id() } as typeof project);
  const one = noteable.extend({ discussion_id: z.string().describe('Id of the discussion') });
  const note = one.extend({ note_id: v4.id() });
  const created_at = v4.optional(v4.dateTime());
  return {
    list: noteable.extend(v4.page),
    one,
    note,
    create: noteable.extend({ body, created_at, position: unsupported, commit_id: unsupported }),
    createOnDiff: noteable.extend({
      ...{ body, created_at, commit_id: unsupported },
      position: v4.optional(PositionParams),
    }),
    reply: one.extend({ body, created_at }),
    change: note.extend({ body }),
    resolve: one.extend({ resolved: v4.boolean().describe('Whether the discussion is resolved') }),
    changeOrResolve: exactlyOne(
      note.extend({
        body: v4.optional(body),
        resolved: v4.optional(v4.boolean()).describe('Whether the note is resolved'),
      }),
    ),
  };
}

/** Requires either a text or whether the note is resolved. */
function exactlyOne<S extends z.ZodType<{ body?: unknown; resolved?: unknown }>>(schema: S): S {
  return schema.superRefine(({ body: text, resolved }, { addIssue }) => {
    const given = [text, resolved].filter((value) => value !== undefined).length;
    if (given === 0) addIssue('body, resolved are missing, exactly one parameter must be provided');
    if (given === 2) addIssue('body, resolved are mutually exclusive');
  });
}
