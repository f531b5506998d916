import { z } from 'zod';
import { alertStatusOf } from '../hook-deliveries/delivery.rules.js';
import {
  BRANCH_FILTER_STRATEGIES,
  forEach,
  TRIGGERS,
  UNSUPPORTED_GROUP_TRIGGERS,
  UNSUPPORTED_TRIGGERS,
  wordsOf,
} from './hook.rules.js';
import type { HookFact } from './hook.facts.js';

export const hookIdentity = {
  id: z.int(),
  url: z.string().describe('Where the events are delivered'),
  name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
};

export const hookState = {
  push_events_branch_filter: z.string().describe('Pattern of the branches; empty: all branches'),
  branch_filter_strategy: z.enum(BRANCH_FILTER_STRATEGIES).describe('How the pattern is read'),
  enable_ssl_verification: z.boolean().describe('Whether the certificate of the receiver is verified'),
  token_present: z.boolean().describe('Whether deliveries have a secret token'),
  signing_token_present: z.boolean().describe('Whether deliveries are signed'),
  alert_status: z
    .enum(['executable', 'temporarily_disabled', 'disabled'])
    .describe('Whether the receiver takes deliveries: it has failed several times, or too often'),
  disabled_until: z.iso.datetime().nullable().describe('When a receiver that has failed is asked again'),
};

const fields = {
  ...hookIdentity,
  ...forEach(TRIGGERS, (name) => z.boolean().describe(`Whether the hook is called for ${wordsOf(name)}`)),
  ...forEach(UNSUPPORTED_TRIGGERS, (name) =>
    z.boolean().describe(`Always false: hooks are not called for ${wordsOf(name)}`),
  ),
  ...hookState,
};

/** The record of a hook of a project, without its token. */
export const HookView = z.strictObject({ ...fields, project_id: z.int() });
export type HookView = z.output<typeof HookView>;

/** The record of a hook of a group, without its token. */
export const GroupHookView = z.strictObject({
  ...fields,
  group_id: z.int(),
  member_events: z.boolean().describe(`Whether the hook is called for ${wordsOf('member_events')}`),
  ...forEach(UNSUPPORTED_GROUP_TRIGGERS, (name) =>
    z.boolean().describe(`Always false: hooks are not called for ${wordsOf(name)}`),
  ),
});
export type GroupHookView = z.output<typeof GroupHookView>;

export function presentHook(hook: HookFact): HookView {
  return { ...presentFields(hook), project_id: hook.projectId! };
}

export function presentGroupHook(hook: HookFact): GroupHookView {
  return {
    ...presentFields(hook),
    group_id: hook.groupId!,
    member_events: hook.triggers.includes('member_events'),
    ...forEach(UNSUPPORTED_GROUP_TRIGGERS, () => false),
  };
}

function presentFields(hook: HookFact) {
  return {
    ...presentHookIdentity(hook),
    ...forEach(TRIGGERS, (trigger) => hook.triggers.includes(trigger)),
    ...forEach(UNSUPPORTED_TRIGGERS, () => false),
    ...presentHookState(hook),
  };
}

export function presentHookIdentity({ id, url, name, description, createdAt }: HookFact) {
  return { id, url, name, description, created_at: createdAt.toISOString() };
}

export function presentHookState(hook: HookFact) {
  const alertStatus = alertStatusOf(hook.failures);
  return {
    push_events_branch_filter: hook.branchFilter,
    branch_filter_strategy: hook.branchFilterStrategy,
    enable_ssl_verification: hook.verifyTls,
    token_present: hook.hasToken,
    signing_token_present: hook.hasSigningToken,
    alert_status: alertStatus,
    disabled_until: alertStatus === 'temporarily_disabled' ? (hook.disabledUntil?.toISOString() ?? null) : null,
  };
}
