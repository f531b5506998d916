import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { v4 } from '@hearth/http';
import { z } from 'zod';

export const PipelineListParams = z.object({
  id: v4.project(),
  ref: v4.optional(v4.text({ most: 1024 })),
  status: v4.optional(v4.oneOf(PIPELINE_STATUSES)).catch(undefined),
  page: v4.page.page,
});

const ref = v4.optional(v4.text({ most: 1024 })).describe('Branch or tag');

export const NewPipelineParams = z.object({ id: v4.project(), ref });

export const NewPipelineFormParams = NewPipelineParams.extend({
  variables: v4.optional(v4.text({ most: 1024 * 1024 })).describe('Variables of the pipeline, one in each line'),
});
