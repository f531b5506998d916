import { z } from 'zod';
import type { Lint } from './lint.rules.js';

const LintedJobView = z.strictObject({
  name: z.string(),
  stage: z.string(),
  script: z.array(z.string()).describe('Commands of the job, with those that run before them'),
  after_script: z.array(z.string()).describe('Commands that run after the job, even if it has failed'),
  tag_list: z.array(z.string()).describe('Tags that a runner must have to take the job'),
  environment: z.string().nullable().describe('Name of the environment that the job deploys to'),
  when: z.string().describe('Result of the earlier jobs after which it runs'),
  allow_failure: z.boolean(),
  needs: z
    .array(z.strictObject({ name: z.string() }))
    .nullable()
    .describe('Jobs that it waits for; null: all jobs of earlier stages'),
});

/** A checked configuration of a project. */
export const ProjectLintView = z.strictObject({
  valid: z.boolean().describe('Whether the configuration has no error'),
  errors: z
    .array(z.string())
    .describe('All errors that do not follow from another one, at most 100, with file and line of the job'),
  warnings: z.array(z.string()).describe('Nothing: there are only errors'),
  merged_yaml: z
    .string()
    .nullable()
    .describe('The configuration with everything that it includes, extends and references; null when that fails'),
  jobs: z.array(LintedJobView).optional().describe('Jobs of the configuration, or of a dry run'),
});
export type ProjectLintView = z.output<typeof ProjectLintView>;

export function presentProjectLint({ errors, merged, jobs }: Lint, includesJobs: boolean): ProjectLintView {
  const records = jobs.map(({ name, stage, script, afterScript, tags, environment, when, allowFailure, needs }) => ({
    ...{ name, stage, script: [...script], after_script: [...afterScript], tag_list: [...tags], environment, when },
    allow_failure: allowFailure,
    needs: needs?.map((need) => ({ name: need })) ?? null,
  }));
  return {
    ...{ valid: errors.length === 0, errors: [...errors], warnings: [], merged_yaml: merged },
    ...(includesJobs && { jobs: records }),
  };
}
