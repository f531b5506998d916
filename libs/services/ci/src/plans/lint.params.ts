import { v4 } from '@hearth/http';
import { z } from 'zod';

const common = {
  id: v4.project(),
  dry_run: v4.optional(v4.boolean()).describe('Whether to evaluate conditions, as for a pipeline of the ref'),
  include_jobs: v4.optional(v4.boolean()).describe('Whether the answer has the jobs'),
};

export const ProjectLintParams = z.object({
  ...common,
  content_ref: v4
    .optional(v4.text())
    .describe('Commit, branch or tag with the configuration; by default the default branch'),
  sha: v4.optional(v4.text()).describe('Former name of `content_ref`'),
  dry_run_ref: v4.optional(v4.text()).describe('Branch or tag of a dry run; by default the default branch'),
  ref: v4.optional(v4.text()).describe('Former name of `dry_run_ref`'),
});

export const LintForProjectParams = z.object({
  ...common,
  content: v4.text(),
  ref: v4.optional(v4.text()).describe('Branch or tag of a dry run; by default the default branch'),
});
