import type { MemberSource, MemberSourceKind } from '../members/membership.rules.js';
import { isPublicAddress } from '@hearth/repository-contracts';

/** Triggers of the hooks of projects, by the names of the API. */
export const TRIGGERS = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'merge_requests_events',
  'job_events',
  'pipeline_events',
  'deployment_events',
  'releases_events',
] as const;

/** Triggers of the hooks of groups, which are called for changes of their members too. */
export const GROUP_TRIGGERS = [...TRIGGERS, 'member_events'] as const;
export type HookTrigger = (typeof GROUP_TRIGGERS)[number];

export const TRIGGERS_OF = { project: TRIGGERS, group: GROUP_TRIGGERS } as const satisfies Record<
  MemberSourceKind,
  readonly HookTrigger[]
>;

/** Triggers that a hook of the instance may have. */
export const SYSTEM_TRIGGERS = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'repository_update_events',
] as const;
export type SystemTrigger = (typeof SYSTEM_TRIGGERS)[number];

/** Triggers of deliveries. Every hook of the instance has `system_events`: changes of projects, users and members. */
export type Trigger = HookTrigger | SystemTrigger | 'system_events';

/** Holder of hooks: a project, a group or the instance. */
export type HookHolder = MemberSource | { readonly kind: 'instance' };

/** Triggers of the reference that a record shows as false, because nothing is delivered for them. */
export const UNSUPPORTED_TRIGGERS = [
  ...['wiki_page_events', 'repository_update_events', 'feature_flag_events', 'emoji_events', 'milestone_events'],
  ...['resource_access_token_events', 'resource_deploy_token_events', 'vulnerability_events'],
] as const;

/** The same of hooks of groups alone. */
export const UNSUPPORTED_GROUP_TRIGGERS = ['subgroup_events', 'project_events'] as const;

export const BRANCH_FILTER_STRATEGIES = ['wildcard', 'all_branches'] as const;
export type BranchFilterStrategy = (typeof BRANCH_FILTER_STRATEGIES)[number];

/** Hooks of one project or group: each push stores a delivery for every hook of the project, its group and that group's ancestors. */
export const MOST_HOOKS = 100;

/** Fields of a hook that users can set, besides its URL and token. */
export interface HookColumns {
  readonly name: string;
  readonly description: string;
  readonly triggers: readonly Trigger[];
  /** Name of a branch, with `*` for any text; empty: all branches. */
  readonly branchFilter: string;
  readonly branchFilterStrategy: BranchFilterStrategy;
  readonly verifyTls: boolean;
}

/** Everything that users can set. */
export interface NewHook extends HookColumns {
  readonly url: string;
  /** Sent with each delivery; null: none. */
  readonly token: string | null;
  /** Key that deliveries are signed with; null: none. */
  readonly signingToken: string | null;
}

/** Changes to apply; `undefined` leaves a field as it is. */
export type HookChanges = { readonly [Field in keyof NewHook]?: NewHook[Field] | undefined };

/** Lower ports belong to other services, except the two of HTTP. */
const FIRST_FREE_PORT = 1024;
const WELL_KNOWN_PORTS = new Set(['', '80', '443']);

/**
 * Returns true for an http or https URL to which a hook may be delivered. Host names are not resolved here: their addresses are checked by each
 * delivery.
 * @param privateAllowed whether addresses of private networks are allowed
 */
export function isHookUrl(text: string, privateAllowed: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port } = new URL(text);
  if (!['http:', 'https:'].includes(protocol)) return false;
  if (privateAllowed) return true;
  if (!WELL_KNOWN_PORTS.has(port) && Number(port) < FIRST_FREE_PORT) return false;
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return false;
  // The parser has normalized every notation of IPv4.
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  return !isAddress || isPublicAddress(hostname.replace(/^\[|\]$/g, ''));
}

const SIGNING_KEY_BYTES = 32;

/** Returns the key of a signing token, `whsec_` and 32 bytes in base64; undefined for other texts. */
export function signingKeyOf(token: string): Buffer | undefined {
  const text = /^whsec_(?<key>[A-Za-z0-9+/]+=*)$/.exec(token)?.groups?.['key'] ?? '';
  const key = Buffer.from(text, 'base64');
  return key.length === SIGNING_KEY_BYTES && key.toString('base64') === text ? key : undefined;
}

/** Returns a trigger in words: `tag push events`. */
export function wordsOf(trigger: string): string {
  return `${trigger.replace(/_events$/, '').replaceAll('_', ' ')} events`;
}

/** Returns an object with a field for each name. */
export function forEach<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

/** Returns the token after changes: one that was set for another address is not sent to a new one. */
export function tokenAfter(before: { url: string; token: string | null }, { url, token }: HookChanges): string | null {
  if (token !== undefined) return token;
  return url === undefined || url === before.url ? before.token : null;
}

/** Returns the audit record of a hook: of its URL the host alone, since the rest may hold secrets. */
export function auditOfHook(
  act: 'created' | 'updated' | 'deleted',
  hook: {
    readonly id: number;
    readonly projectId: number | null;
    readonly groupId: number | null;
    readonly triggers: readonly Trigger[];
  },
  url: string,
) {
  const { id, projectId, groupId, triggers } = hook;
  const holder = projectId !== null ? { projectId } : groupId !== null ? { groupId } : {};
  return {
    kind: `hook.${act}`,
    subject: { type: 'hook', id, name: new URL(url).host },
    details: { ...holder, triggers },
  };
}
