import { z } from 'zod';
import { BRANCH_FILTER_STRATEGIES, forEach, TRIGGERS, UNSUPPORTED_TRIGGERS } from './hook.rules.js';
import type { HookFact } from './hook.facts.js';

/** The record of a hook, without its token. */
export const HookView = z.strictObject({
  id: z.int(),
  project_id: z.int(),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  ...forEach([...TRIGGERS, ...UNSUPPORTED_TRIGGERS], () => z.boolean()),
  push_events_branch_filter: z.string(),
  branch_filter_strategy: z.enum(BRANCH_FILTER_STRATEGIES),
  enable_ssl_verification: z.boolean(),
});
export type HookView = z.output<typeof HookView>;

export function presentHook(hook: HookFact): HookView {
  return {
    id: hook.id,
    project_id: hook.projectId,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: hook.createdAt.toISOString(),
    ...forEach(TRIGGERS, (trigger) => hook.triggers.includes(trigger)),
    ...forEach(UNSUPPORTED_TRIGGERS, () => false),
    push_events_branch_filter: hook.branchFilter,
    branch_filter_strategy: hook.branchFilterStrategy,
    enable_ssl_verification: hook.verifyTls,
  };
}
