import { withoutCredentials } from '@hearth/contract-kit';
import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentSettingsFrame,
  ownerPageAddress,
  type FormFailure,
  type PageLinks,
  type SettingsFrame,
} from '@hearth/pages';
import type { DeliveryFact } from '../hook-deliveries/delivery.facts.js';
import { alertStatusOf } from '../hook-deliveries/delivery.rules.js';
import { presentHookEvent } from '../hook-deliveries/delivery.view.js';
import type { HookFact } from '../hooks/hook.facts.js';
import { forEach, TRIGGERS_OF, wordsOf, type HookTrigger } from '../hooks/hook.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

/** Of the list, below the pages of its project or group. */
const PATH = '/hooks';

type Values = Readonly<Record<string, unknown>>;

interface HookForm {
  readonly values: Values;
  readonly triggers: readonly (readonly [name: string, label: string])[];
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export interface HookPageData {
  readonly hooks: SettingsFrame &
    HookForm & {
      readonly hooks: readonly {
        readonly id: number;
        readonly name: string;
        readonly url: string;
        readonly triggers: string;
        readonly failing: boolean;
      }[];
      readonly pager: PageLinks;
    };
  readonly hook: SettingsFrame &
    HookForm & {
      readonly id: number;
      readonly hasToken: boolean;
      readonly failing: boolean;
      readonly deliveries: readonly {
        readonly id: number;
        readonly trigger: string;
        readonly createdAt: Date;
        readonly status: string;
        readonly failed: boolean;
        readonly error: string | null;
        readonly seconds: number;
        readonly request: string;
        readonly response: string;
      }[];
      readonly pager: PageLinks;
    };
}

/** Outcome of the form before. */
export interface ShownHook {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

/** Address of the list of hooks. */
export function hooksAddress(kind: MemberSourceKind, call: Pick<EndpointCall<unknown>, 'project' | 'group'>): string {
  return ownerPageAddress(kind, call, PATH);
}

export function presentHooksPage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  page: Page<HookFact>,
  shown: ShownHook,
): HookPageData['hooks'] {
  const frame = presentSettingsFrame(kind, call, PATH, 'Webhooks');
  const blank = { push_events: true, enable_ssl_verification: true };
  return {
    ...frame,
    ...presentForm(kind, blank, shown),
    hooks: page.items.map((hook) => ({
      id: hook.id,
      name: hook.name,
      url: withoutCredentials(new URL(hook.url)).href,
      triggers: hook.triggers.map(wordsOf).join(', '),
      failing: isFailing(hook),
    })),
    pager: pageLinks(page, frame.at),
  };
}

export function presentHookPage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  hook: HookFact,
  deliveries: Page<DeliveryFact>,
  shown: ShownHook,
): HookPageData['hook'] {
  const frame = presentSettingsFrame(kind, call, PATH, 'Webhooks');
  const { id, url, name, description, branchFilter, verifyTls, hasToken } = hook;
  const present = {
    ...{ url, name, description, push_events_branch_filter: branchFilter, enable_ssl_verification: verifyTls },
    ...forEach<HookTrigger, boolean>(TRIGGERS_OF[kind], (trigger) => hook.triggers.includes(trigger)),
  };
  return {
    ...frame,
    ...presentForm(kind, present, shown),
    ...{ id, hasToken, failing: isFailing(hook) },
    deliveries: deliveries.items.map(presentDelivery),
    pager: pageLinks(deliveries, `${frame.at}/${id}`),
  };
}

function presentForm(
  kind: MemberSourceKind,
  present: Values,
  { values = {}, notice = null, failures = [] }: ShownHook,
): HookForm {
  const triggers = TRIGGERS_OF[kind].map((name) => [name, wordsOf(name)] as const);
  return { values: { ...present, ...values, token: '' }, triggers, notice, failures };
}

function isFailing({ failures }: HookFact): boolean {
  return alertStatusOf(failures) !== 'executable';
}

function presentDelivery(fact: DeliveryFact) {
  const { id, trigger, createdAt, responseStatus, error, seconds } = fact.delivery;
  const { request_data: body, request_headers: headers, response_body, response_headers } = presentHookEvent(fact);
  return {
    ...{ id, trigger: wordsOf(trigger), createdAt, error, seconds },
    status: responseStatus === null ? 'no answer' : String(responseStatus),
    failed: responseStatus === null || responseStatus >= 300,
    request: `${linesOf(headers)}\n\n${JSON.stringify(body, null, 2)}`,
    response: `${linesOf(response_headers)}\n\n${response_body}`,
  };
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
