import { projectReference, refused, v4 } from '@hearth/http';
import { z } from 'zod';

/** Largest body of a batch commit, in bytes. */
export const BATCH_LIMIT = 100 * 1024 * 1024;
/** Longest path of a file, in characters: the limit of operating systems. */
export const LONGEST_PATH = 4096;

const Path = v4.text({ most: LONGEST_PATH });

/** `sha` may be any revision of a commit. */
export const ApplyCommitParams = z.object({
  id: v4.project(),
  sha: z.string(),
  branch: v4.text(),
  dry_run: refused(),
  message: refused(),
});
export type ApplyCommitParams = z.output<typeof ApplyCommitParams>;

const Action = z.object({
  action: v4.text().default(''),
  file_path: v4.optional(Path),
  previous_path: v4.optional(Path),
  content: v4.optional(v4.content({ most: BATCH_LIMIT })),
  encoding: v4.optional(v4.text()),
  last_commit_id: v4.optional(v4.text()),
  execute_filemode: v4.optional(v4.boolean()),
});

export const CreateCommitParams = z
  .object({
    id: v4.project(),
    branch: v4.text(),
    commit_message: v4.text(),
    actions: v4.optional(v4.list(Action)),
    start_branch: v4.optional(v4.text()),
    author_email: v4.optional(v4.text()),
    author_name: v4.optional(v4.text()),
    start_sha: v4
      .optional(v4.text())
      .describe('Full id of the commit to start a new branch from, in place of `start_branch`'),
    start_project: v4.optional(v4.text().transform(projectReference)).meta({
      type: 'string',
      description: 'Id or full path of the project that this one was forked from, for the commit to start from',
    }),
    force: v4
      .optional(v4.boolean())
      .meta({ description: 'Whether to overwrite the branch by a commit on the one to start from', default: false }),
    stats: v4.optional(v4.boolean()).meta({ description: 'Whether to return numbers of changed lines', default: true }),
    allow_empty: v4.optional(v4.boolean()).meta({
      description: 'Whether `actions` may be empty or left out, for a commit without changes',
      default: false,
    }),
  })
  .superRefine(({ start_branch, start_sha }, { addIssue }) => {
    if (start_branch && start_sha) addIssue('start_branch, start_sha are mutually exclusive');
  })
  .superRefine(
    ({ actions, allow_empty }, { issues }) => {
      if (actions !== undefined || allow_empty || issues.some(({ path }) => path?.[0] === 'actions')) return;
      issues.push({ code: 'custom', message: 'is missing', path: ['actions'], input: undefined });
    },
    { when: () => true },
  );
export type CreateCommitParams = z.output<typeof CreateCommitParams>;
