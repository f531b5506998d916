import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { refused, v4 } from '@hearth/http';
import { z } from 'zod';

/** One state as text, or a list of states. */
const scope = v4.optional(v4.list(v4.oneOf(PIPELINE_STATUSES), { most: 100 }));

export const JobsParams = z.object({ id: v4.project(), scope, ...v4.keysetPage });
export const PipelineJobsParams = z.object({
  id: v4.project(),
  pipeline_id: v4.id(),
  scope,
  include_retried: v4
    .optional(v4.boolean())
    .describe('Whether to list runs that another run replaced; by default true'),
  ...v4.page,
});
export const JobParams = z.object({ id: v4.project(), job_id: v4.id() });
export const CancelJobParams = JobParams.extend({
  force: v4
    .optional(v4.boolean())
    .describe('Whether a job that is being canceled does not wait for its runner to run `after_script`; masters'),
});
export const PlayJobParams = JobParams.extend({
  job_variables_attributes: v4
    .optional(v4.list(z.unknown()).refine((variables) => variables.length === 0, { error: 'is not supported' }))
    .describe('Not supported unless it is empty: a job gets the variables of its pipeline'),
  job_inputs: refused(),
});
export const OwnJobParams = z.object({
  job_token: v4.optional(v4.text({ most: 255 })).describe('Token of the job; also in the header JOB-TOKEN'),
});
export const RunnerJobsParams = z.object({
  id: v4.id(),
  status: v4.optional(v4.oneOf(PIPELINE_STATUSES)),
  system_id: refused(),
  cursor: refused(),
  ...v4.page,
});
