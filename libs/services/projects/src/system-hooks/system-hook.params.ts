import { v4 } from '@hearth/http';
import { z } from 'zod';
import { hookSettings } from '../hooks/hook.params.js';
import { forEach, SYSTEM_TRIGGERS, wordsOf, type SystemTrigger, type Trigger } from '../hooks/hook.rules.js';

const hook = { hook_id: v4.id().describe('Id of the hook') };
const given = {
  ...hookSettings,
  ...forEach(SYSTEM_TRIGGERS, (name) =>
    v4.optional(v4.boolean()).describe(`Whether the hook is called for ${wordsOf(name)}`),
  ),
};

export const SystemHooksParams = z.object(v4.page);
export const SystemHookParams = z.object(hook);
export const CreateSystemHookParams = z.object(given);
export const UpdateSystemHookParams = z.object({ ...hook, ...given, url: v4.optional(hookSettings.url) });

/** Returns the triggers that a hook has after the request; those of changes to records are always among them. */
export function systemTriggersAfter(
  before: readonly Trigger[],
  params: { readonly [Name in SystemTrigger]?: boolean | undefined },
): Trigger[] {
  const chosen = SYSTEM_TRIGGERS.filter((trigger) => params[trigger] ?? before.includes(trigger));
  return [...chosen, 'system_events'];
}
