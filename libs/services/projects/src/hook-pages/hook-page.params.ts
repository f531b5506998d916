import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { PUSH_TRIGGERS } from '../hook-deliveries/delivery.rules.js';
import { hookSettings } from '../hooks/hook.params.js';
import { forEach, TRIGGERS_OF, type HookTrigger } from '../hooks/hook.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

const notices = defineNotices({
  created: 'Created.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  queued: 'It is being delivered: the answer of the receiver is listed below in a moment.',
});
export const { noticeOf, withNotice } = notices;

const { url, name, description, token, push_events_branch_filter, enable_ssl_verification } = hookSettings;
/** An empty token leaves the present one; another parameter removes it. */
const settings = { url, name, description, token, push_events_branch_filter, enable_ssl_verification };

/** Parameters of the pages of hooks; `id` names a project or a group. */
export function hookPageParams(kind: MemberSourceKind) {
  const within = z.object({ id: v4[kind]() });
  const fields = {
    ...settings,
    ...forEach<HookTrigger, z.ZodType<boolean | undefined>>(TRIGGERS_OF[kind], () => v4.optional(v4.boolean())),
  };
  const hook = within.extend({ hook_id: v4.id() });
  return {
    list: within.extend({ page: v4.page.page, done: notices.done }),
    create: within.extend(fields),
    show: hook.extend({ page: v4.page.page, done: notices.done }),
    update: hook.extend({ ...fields, remove_token: v4.optional(v4.boolean()) }),
    delete: hook.extend({ confirmed }),
    resend: hook.extend({ hook_event_id: v4.id() }),
  };
}
export type HookPageParams = ReturnType<typeof hookPageParams>;

/** Parameters of every page and form of one hook. */
export type OneHook = Pick<z.output<HookPageParams['delete']>, 'hook_id'>;

export const TestHookFormParams = z.object({ id: v4.project(), hook_id: v4.id(), trigger: v4.oneOf(PUSH_TRIGGERS) });
