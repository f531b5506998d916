import { v4 } from '@hearth/http';
import type { z } from 'zod';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import type { AcceptOptions } from './accept.js';

export const MergeParams = MergeRequestParams.extend({
  merge_commit_message: v4.optional(v4.text({ most: 65_536 })),
  should_remove_source_branch: v4.optional(v4.boolean()),
  merge_when_pipeline_succeeds: v4.optional(v4.boolean()),
  auto_merge: v4.optional(v4.boolean()).describe('The same as `merge_when_pipeline_succeeds`'),
  squash: v4
    .optional(v4.boolean())
    .describe('Whether to replace its commits by one; as the merge request says by default'),
  squash_commit_message: v4
    .optional(v4.text({ most: 65_536 }))
    .describe('Message of that commit; the title by default'),
  sha: v4.optional(v4.text({ most: 1_024 })),
});

export function acceptOptions(params: z.output<typeof MergeParams>, baseUrl: string): AcceptOptions {
  const { merge_commit_message: message, should_remove_source_branch: removeSourceBranch, sha } = params;
  const isBlank = message === undefined || message.trim() === '';
  const whenPipelineSucceeds = params.auto_merge ?? params.merge_when_pipeline_succeeds ?? false;
  const named = { message: isBlank ? undefined : message, sha: sha || undefined };
  const squashing = { squash: params.squash, squashMessage: params.squash_commit_message };
  return { ...named, ...squashing, removeSourceBranch, whenPipelineSucceeds, baseUrl };
}
