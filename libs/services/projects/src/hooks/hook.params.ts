import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import {
  BRANCH_FILTER_STRATEGIES,
  forEach,
  GROUP_TRIGGERS,
  signingKeyOf,
  TRIGGERS_OF,
  UNSUPPORTED_GROUP_TRIGGERS,
  UNSUPPORTED_TRIGGERS,
  wordsOf,
  type HookChanges,
  type HookTrigger,
  type NewHook,
  type Trigger,
} from './hook.rules.js';

const NOT_SUPPORTED = { error: 'is not supported' };
const nothing = () => v4.optional(z.array(z.unknown()).max(0, NOT_SUPPORTED));
const withFalse = v4
  .optional(v4.boolean().refine((given) => !given, NOT_SUPPORTED))
  .describe('Only false: hooks are not called for it');

/** Parameters of hooks besides their triggers. */
export const hookSettings = {
  url: v4.text({ most: 2048 }).describe('Where the events are delivered: http or https, not in a private network'),
  name: v4.text({ most: 255 }).nullable().optional().describe('Name of the hook'),
  description: v4.text({ most: 2048 }).nullable().optional().describe('What the hook is for'),
  token: v4
    .text({ most: 255 })
    .refine((text) => /^[\x20-\x7e]*$/.test(text), { error: 'is invalid' })
    .nullable()
    .optional()
    .describe('Secret that is sent as `X-Gitlab-Token`, and never returned; empty: none'),
  signing_token: v4
    .text({ most: 255 })
    .refine((text) => text === '' || signingKeyOf(text) !== undefined, { error: 'is invalid' })
    .nullable()
    .optional()
    .describe('Key that deliveries are signed with: `whsec_` and 32 bytes in base64, never returned; empty: none'),
  push_events_branch_filter: v4
    .text({ most: 5000 })
    .nullable()
    .optional()
    .describe('Only pushes to this branch; `*` is any text; empty: all'),
  branch_filter_strategy: v4
    .optional(v4.oneOf(BRANCH_FILTER_STRATEGIES))
    .describe('How `push_events_branch_filter` is read; `all_branches` ignores it'),
  enable_ssl_verification: v4.optional(v4.boolean()).describe('Whether the certificate of the receiver is verified'),
  custom_webhook_template: v4.optional(v4.text().refine((text) => text === '', NOT_SUPPORTED)).describe('Only empty'),
  custom_headers: nothing().describe('Only empty'),
  url_variables: nothing().describe('Only empty'),
};

const fields = {
  ...hookSettings,
  ...forEach(UNSUPPORTED_TRIGGERS, () => withFalse),
};

/** Parameters of the endpoints of hooks. */
export function hookParams(kind: MemberSourceKind) {
  const within = { id: v4[kind]() };
  const hook = { ...within, hook_id: v4.id().describe('Id of the hook') };
  const given = {
    ...fields,
    ...forEach<HookTrigger, z.ZodType<boolean | undefined>>(TRIGGERS_OF[kind], (name) =>
      v4.optional(v4.boolean()).describe(`Whether the hook is called for ${wordsOf(name)}`),
    ),
    ...(kind === 'group' ? forEach(UNSUPPORTED_GROUP_TRIGGERS, () => withFalse) : { member_events: withFalse }),
  };
  return {
    list: z.object({ ...within, ...v4.page }),
    hook: z.object(hook),
    create: z.object({ ...within, ...given }),
    update: z.object({ ...hook, ...given }),
  };
}
export type HookParams = ReturnType<typeof hookParams>;

type HookSettings = Partial<Omit<z.output<z.ZodObject<typeof hookSettings>>, 'url'>>;

/** Converts the parameters besides the URL and the triggers; undefined values stay. */
export function hookChanges(params: HookSettings) {
  const { name, description, token, signing_token: signingToken } = params;
  const { push_events_branch_filter: filter, branch_filter_strategy } = params;
  return {
    name: name === null ? '' : name,
    description: description === null ? '' : description,
    token: token === '' ? null : token,
    signingToken: signingToken === '' ? null : signingToken,
    branchFilter: filter === null ? '' : filter,
    branchFilterStrategy: branch_filter_strategy,
    verifyTls: params.enable_ssl_verification,
  } satisfies HookChanges;
}

/** Converts the parameters of a new hook besides its triggers, with the defaults of those that are missing. */
export function newHookOf(params: HookSettings & { readonly url: string }): Omit<NewHook, 'triggers'> {
  const { token = null, signingToken = null, name = '', description = '', ...rest } = hookChanges(params);
  const { branchFilter = '', branchFilterStrategy = 'wildcard', verifyTls = true } = rest;
  const { url } = params;
  return { url, token, signingToken, name, description, branchFilter, branchFilterStrategy, verifyTls };
}

/** Returns the triggers that a hook has after the request. @param before those that it has */
export function triggersAfter(
  before: readonly Trigger[],
  params: { readonly [Name in HookTrigger]?: boolean | undefined },
): Trigger[] {
  return GROUP_TRIGGERS.filter((trigger) => params[trigger] ?? before.includes(trigger));
}
