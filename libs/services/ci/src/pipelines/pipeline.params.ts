import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { v4 } from '@hearth/http';
import { z } from 'zod';
import { PIPELINE_SOURCES } from '../configuration/pipeline-source.js';
import { MOST_VARIABLES, variableType, variableValue } from '../variables/variable.params.js';
import { inputs } from '../plans/inputs.params.js';
import { LONGEST_NAME } from '../configuration/conditions/workflow.rules.js';
import type { PipelineFilters } from './pipelines.finder.js';

const SCOPES = {
  running: { statuses: ['running'] },
  pending: { statuses: ['pending'] },
  finished: { statuses: ['success', 'failed', 'canceled'] },
  branches: { lastOf: 'branches' },
  tags: { lastOf: 'tags' },
} as const satisfies Record<string, Partial<PipelineFilters>>;

export const PipelinesParams = z.object({
  id: v4.project(),
  scope: v4.optional(v4.oneOf(['running', 'pending', 'finished', 'branches', 'tags'])),
  status: v4.optional(v4.oneOf(PIPELINE_STATUSES)),
  ref: v4.optional(v4.text()),
  sha: v4.optional(v4.text()),
  yaml_errors: v4.optional(v4.boolean()),
  name: v4.optional(v4.text()),
  username: v4.optional(v4.text()),
  source: v4.optional(v4.oneOf(PIPELINE_SOURCES)).describe('Only pipelines of this origin'),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
  updated_after: v4.optional(v4.dateTime()).describe('Only pipelines changed at this time or later'),
  updated_before: v4.optional(v4.dateTime()).describe('Only pipelines changed at this time or earlier'),
  order_by: v4.optional(v4.oneOf(['id', 'status', 'ref', 'user_id', 'updated_at'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.page,
});

const GivenVariable = z.object({
  key: v4.text(),
  value: variableValue(),
  variable_type: variableType(),
});
export const CreatePipelineParams = z.object({
  id: v4.project(),
  ref: v4.text(),
  variables: v4.optional(v4.list(GivenVariable, { most: MOST_VARIABLES })),
  inputs: inputs(),
});

export const LatestPipelineParams = z.object({
  id: v4.project(),
  ref: v4.optional(v4.text()).describe('Branch or tag; by default the default branch'),
});

export const PipelineParams = z.object({ id: v4.project(), pipeline_id: v4.id() });

export const UpdatePipelineParams = PipelineParams.extend({
  name: v4
    .text({ most: LONGEST_NAME })
    .refine((name) => name.trim() !== '', { error: 'is empty' })
    .describe('New name, at most 255 characters'),
});

/** Returns the filters in the parameters, except those for a user. */
export function pipelineFilters(params: z.output<typeof PipelinesParams>): PipelineFilters {
  const { scope, status, ref, sha, yaml_errors: hasErrors, order_by: orderBy = 'id', sort = 'desc' } = params;
  const { source, created_after, created_before, updated_after, updated_before } = params;
  const scoped: Partial<PipelineFilters> = scope ? SCOPES[scope] : {};
  const statuses = status && (scoped.statuses ?? [status]).filter((each) => each === status);
  return {
    ...scoped,
    ...(statuses && { statuses }),
    ...(ref !== undefined && { ref }),
    ...(sha !== undefined && { sha }),
    ...(hasErrors !== undefined && { hasErrors }),
    ...(source && { source }),
    ...(created_after && { createdAfter: created_after }),
    ...(created_before && { createdBefore: created_before }),
    ...(updated_after && { updatedAfter: updated_after }),
    ...(updated_before && { updatedBefore: updated_before }),
    orderBy,
    sort,
  };
}
