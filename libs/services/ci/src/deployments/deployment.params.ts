import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { DeploymentFilters } from './deployments.store.js';

const STATUSES = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const;
const time = v4.optional(v4.dateTime());

export const DeploymentsParams = z.object({
  id: v4.project(),
  // All of them are in the order of the ids: a deployment is recorded when its job has succeeded, and does not change.
  order_by: v4
    .optional(v4.oneOf(['id', 'iid', 'created_at', 'updated_at', 'finished_at']))
    .describe('Property to order by: the order is the same for each'),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  environment: v4.optional(v4.text({ most: 1024 })).describe('Only deployments to the environment with this name'),
  status: v4.optional(v4.oneOf(STATUSES)).describe('Only deployments with this status: each is a `success`'),
  updated_after: time.describe('Only deployments made at this time or later'),
  updated_before: time.describe('Only deployments made at this time or earlier'),
  finished_after: time.describe('Only deployments made at this time or later'),
  finished_before: time.describe('Only deployments made at this time or earlier'),
  cursor: refused(),
  ...v4.page,
});
export const DeploymentParams = z.object({ id: v4.project(), deployment_id: v4.id() });

/** Converts the parameters to the filters and the order of a list; null where no deployment matches. */
export function deploymentFilters(params: z.output<typeof DeploymentsParams>): DeploymentFilters | null {
  const { status, environment, sort = 'asc' } = params;
  if (status !== undefined && status !== 'success') return null;
  const after = [params.updated_after, params.finished_after].filter((time) => time !== undefined);
  const before = [params.updated_before, params.finished_before].filter((time) => time !== undefined);
  return { environment, after, before, sort };
}
