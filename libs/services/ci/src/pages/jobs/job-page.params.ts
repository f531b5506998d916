import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { CancelJobParams, JobParams } from '../../builds/build.params.js';

export const JobListParams = z.object({
  id: v4.project(),
  status: v4.optional(v4.oneOf(PIPELINE_STATUSES)).catch(undefined),
  page: v4.page.page,
});

export const JobFormParams = JobParams.extend({
  pipeline: v4.optional(v4.id()).describe('Pipeline whose page is shown afterwards; by default the page of the job'),
});

export const CancelJobFormParams = CancelJobParams.extend(JobFormParams.shape);

export const EraseJobFormParams = JobParams.extend({ confirmed });

/** State after the last line that a page has. */
export const TraceLinesParams = JobParams.extend({
  offset: v4
    .integer()
    .pipe(z.int().min(0, { error: 'is invalid' }))
    .describe('Bytes of the trace that the page has'),
  line: v4
    .integer()
    .pipe(z.int().min(1, { error: 'is invalid' }))
    .describe('Number of the next line'),
  style: v4
    .optional(v4.text({ most: 100 }).pipe(z.string().regex(/^[\d;]*$/, { error: 'is invalid' })))
    .describe('Colours of the next line, as the parameters of a control sequence'),
});
