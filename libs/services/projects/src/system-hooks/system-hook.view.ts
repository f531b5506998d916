import { z } from 'zod';
import { forEach, SYSTEM_TRIGGERS, wordsOf } from '../hooks/hook.rules.js';
import type { HookFact } from '../hooks/hook.facts.js';
import { hookIdentity, hookState, presentHookIdentity, presentHookState } from '../hooks/hook.view.js';

/** The record of a hook of the instance, without its tokens. */
export const SystemHookView = z.strictObject({
  ...hookIdentity,
  ...forEach(SYSTEM_TRIGGERS, (name) => z.boolean().describe(`Whether the hook is called for ${wordsOf(name)}`)),
  ...hookState,
});
export type SystemHookView = z.output<typeof SystemHookView>;

export function presentSystemHook(hook: HookFact): SystemHookView {
  return {
    ...presentHookIdentity(hook),
    ...forEach(SYSTEM_TRIGGERS, (trigger) => hook.triggers.includes(trigger)),
    ...presentHookState(hook),
  };
}

/** The answer of a test: the payload that is delivered. */
export const SampleEventView = z.strictObject({
  event_name: z.string().describe('Name of the event'),
  name: z.string().describe('Name of the project'),
  path: z.string().describe('Path of the project'),
  project_id: z.int().describe('Id of the project'),
  owner_name: z.string().describe('Name of the owner'),
  owner_email: z.string().describe('Address of the owner'),
});
