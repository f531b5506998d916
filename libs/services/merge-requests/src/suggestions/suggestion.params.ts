import { v4 } from '@hearth/http';
import { z } from 'zod';
import { MOST_SUGGESTIONS } from './suggestion.rules.js';

const commit_message = v4
  .optional(v4.text({ most: 65_536 }))
  .describe('Message of the commit; by default `Apply 1 suggestion(s) to 1 file(s)`');

export const ApplySuggestionParams = z.object({ id: v4.id().describe('Id of the suggestion'), commit_message });

export const ApplySuggestionsParams = z.object({
  ids: v4
    .list(v4.integer(), { most: MOST_SUGGESTIONS })
    .refine((ids) => ids.length > 0, { error: 'is empty' })
    .describe(`Ids of suggestions of one merge request, at most ${MOST_SUGGESTIONS}`),
  commit_message,
});
