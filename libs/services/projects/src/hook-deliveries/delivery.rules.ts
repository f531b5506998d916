import { createHmac } from 'node:crypto';
import { matchesWildcard, type EventDataOf, type ProjectId, type Visibility } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { MergeRequestFieldChanges } from '@hearth/merge-requests-contracts';
import type { IssueFieldChanges } from '@hearth/projects-contracts';
import type { RefUpdatedEvent, ReleaseCard } from '@hearth/repository-contracts';
import type { HookSecrets } from '../hooks/hook-cipher.js';
import { signingKeyOf, type BranchFilterStrategy, type Trigger } from '../hooks/hook.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { branchOf, refOf } from '../repositories/ref.rules.js';

/** Triggers of pushes. */
export const PUSH_TRIGGERS = ['push_events', 'tag_push_events'] as const satisfies readonly Trigger[];
export type PushTrigger = (typeof PUSH_TRIGGERS)[number];

/** Triggers that a hook can be tested with. */
export const TESTED_TRIGGERS = [
  ...PUSH_TRIGGERS,
  ...(['issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events'] as const),
  ...(['merge_requests_events', 'pipeline_events', 'job_events', 'deployment_events', 'releases_events'] as const),
] as const satisfies readonly Trigger[];
export type TestedTrigger = (typeof TESTED_TRIGGERS)[number];

/** The part of a push that a delivery stores; the payload is made from it and from the present state when it is sent. */
export type PushSubject = Pick<
  EventDataOf<typeof RefUpdatedEvent>,
  'projectId' | 'ref' | 'oldId' | 'newId' | 'defaultBranch'
> & { readonly userId: number };

/** The part of a change of a release that a delivery stores. */
export interface ReleaseSubject {
  readonly action: 'create' | 'update';
  readonly release: ReleaseCard;
}

/** Triggers of issues. */
export type IssueTrigger = 'issues_events' | 'confidential_issues_events';

/** The part of a change of an issue that a delivery stores. */
export interface IssueSubject {
  readonly action: 'open' | 'update' | 'close' | 'reopen';
  readonly issueId: number;
  readonly userId: number;
  readonly changes: IssueFieldChanges;
}

/** Triggers of notes. */
export type NoteTrigger = 'note_events' | 'confidential_note_events';

/** The part of a note that a delivery stores. */
export interface NoteSubject {
  readonly action: 'create' | 'update';
  readonly noteId: number;
  /** Service that has the note, by the kind of record that it is on; `project`: an issue or a snippet. */
  readonly on: 'project' | 'merge_request' | 'commit';
  /** User who wrote or changed it. */
  readonly userId: number;
}

/** The part of a change of a merge request that a delivery stores. */
export interface MergeRequestSubject {
  readonly action: 'open' | 'update' | 'close' | 'reopen' | 'merge';
  readonly mergeRequestId: number;
  /** Null when no user caused it. */
  readonly userId: number | null;
  readonly changes: MergeRequestFieldChanges;
  /** Head before a push to its source branch; null for other changes. */
  readonly previousHeadSha: string | null;
}

/** The new status of a pipeline that a delivery stores. */
export interface PipelineSubject {
  readonly pipelineId: number;
  readonly status: PipelineStatus;
}

/** The new status of a job that a delivery stores. */
export interface JobSubject {
  readonly jobId: number;
  readonly status: PipelineStatus;
}

/** The change of a record of the instance that a delivery stores. */
export type SystemSubject =
  | { readonly name: 'sample' }
  | { readonly name: 'project_create'; readonly projectId: ProjectId }
  | {
      readonly name: 'project_destroy';
      readonly projectId: ProjectId;
      /** As it was. */
      readonly project: { readonly name: string; readonly fullPath: string; readonly visibility: Visibility };
    }
  | { readonly name: 'project_update'; readonly projectId: ProjectId }
  | {
      readonly name: 'project_rename' | 'project_transfer';
      readonly projectId: ProjectId;
      readonly oldFullPath: string;
    }
  | { readonly name: 'group_create'; readonly groupId: number }
  | { readonly name: 'group_rename'; readonly groupId: number; readonly oldFullPath: string }
  | {
      readonly name: 'group_destroy';
      readonly groupId: number;
      /** As it was. */
      readonly group: { readonly name: string; readonly fullPath: string };
    }
  | { readonly name: 'user_create'; readonly userId: number }
  | {
      readonly name: 'user_rename';
      readonly userId: number;
      readonly username: string;
      readonly oldUsername: string;
    }
  | {
      readonly name: 'user_destroy';
      readonly userId: number;
      /** As the user was. */
      readonly user: { readonly name: string; readonly username: string };
    }
  | {
      readonly name: 'key_create' | 'key_destroy';
      readonly userId: number;
      /** As it is or was. */
      readonly key: { readonly id: number; readonly key: string; readonly createdAt: string };
    }
  | {
      readonly name: 'member';
      readonly act: 'added' | 'updated' | 'removed';
      readonly source: { readonly kind: MemberSourceKind; readonly id: number };
      readonly userId: number;
      readonly accessLevel: number | null;
      /** `YYYY-MM-DD`, null for a membership without an end; absent for one that has ended. */
      readonly expiresAt?: string | null | undefined;
    };

/** The change of a membership that a delivery stores. */
export type MemberSubject = Extract<SystemSubject, { readonly name: 'member' }>;

/** The deployment that a delivery is about. */
export interface DeploymentSubject {
  readonly deploymentId: number;
}

/** An event as a delivery stores it, by the trigger. */
export type HookEvent =
  | { readonly trigger: PushTrigger; readonly subject: PushSubject }
  | { readonly trigger: IssueTrigger; readonly subject: IssueSubject }
  | { readonly trigger: NoteTrigger; readonly subject: NoteSubject }
  | { readonly trigger: 'merge_requests_events'; readonly subject: MergeRequestSubject }
  | { readonly trigger: 'pipeline_events'; readonly subject: PipelineSubject }
  | { readonly trigger: 'job_events'; readonly subject: JobSubject }
  | { readonly trigger: 'deployment_events'; readonly subject: DeploymentSubject }
  | { readonly trigger: 'releases_events'; readonly subject: ReleaseSubject }
  | { readonly trigger: 'repository_update_events'; readonly subject: PushSubject }
  | { readonly trigger: 'member_events'; readonly subject: MemberSubject }
  | { readonly trigger: 'system_events'; readonly subject: SystemSubject };

/** Answer of a receiver. */
export interface ReceiverAnswer {
  /** Null without an answer. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why there is no answer, for people; without credentials. */
  readonly error: string | null;
  readonly seconds: number;
}

/** State of a delivery and its hook after an attempt. */
export interface Outcome {
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** Until the next attempt. */
  readonly waitSeconds: number;
  /** Failed attempts of the hook since its last success. */
  readonly failures: number;
  /** Whether the receiver takes long, or does not answer. */
  readonly slow: boolean;
}

/** A delivery that could not be made for this long has failed. */
const KEPT_TRYING_SECONDS = 24 * 60 * 60;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 60 * 60;
/** After as many failures in succession nothing is sent to the receiver for a while, and the hook says so. */
const FAILURES_TO_PAUSE = 4;
/** After as many the hook is not called any more until it is changed or tested. */
export const FAILURES_TO_DISABLE = 40;
const SLOW_SECONDS = 2;
const TOO_MANY_REQUESTS = 429;
const TIMED_OUT = 408;

/** Returns the trigger for a change of a ref; undefined for refs that are neither branches nor tags. */
export function triggerOfPush(ref: string): PushTrigger | undefined {
  const found = refOf(ref);
  return found && (found.refType === 'branch' ? 'push_events' : 'tag_push_events');
}

/** Returns whether a hook is called for a push to this ref. Filters are for branches. */
export function isWanted(
  ref: string,
  { branchFilter, branchFilterStrategy }: { branchFilter: string; branchFilterStrategy: BranchFilterStrategy },
): boolean {
  const branch = branchOf(ref);
  if (branchFilterStrategy === 'all_branches' || branchFilter === '' || branch === undefined) return true;
  return matchesWildcard(branchFilter, branch);
}

/** Decides after an attempt. Receivers that answer with an error of the client are not asked again: the request would be the same. */
export function outcomeOf(
  { status, seconds }: Pick<ReceiverAnswer, 'status' | 'seconds'>,
  hook: { readonly failures: number },
  ageSeconds: number,
): Outcome {
  const isDelivered = status !== null && status >= 200 && status < 300;
  if (isDelivered) return { state: 'delivered', waitSeconds: 0, failures: 0, slow: seconds > SLOW_SECONDS };
  const failures = hook.failures + 1;
  const slow = status === null || seconds > SLOW_SECONDS;
  const isRetried = status === null || status >= 500 || status === TOO_MANY_REQUESTS || status === TIMED_OUT;
  const waitSeconds = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(failures - 1, 20), LONGEST_WAIT_SECONDS);
  const state = isRetried && ageSeconds + waitSeconds < KEPT_TRYING_SECONDS ? 'waiting' : 'failed';
  return { state, waitSeconds: state === 'waiting' ? waitSeconds : 0, failures, slow };
}

/** Returns whether a hook is called: never, later, or now. */
export function alertStatusOf(failures: number): 'executable' | 'temporarily_disabled' | 'disabled' {
  if (failures >= FAILURES_TO_DISABLE) return 'disabled';
  return failures >= FAILURES_TO_PAUSE ? 'temporarily_disabled' : 'executable';
}

const SYSTEM_EVENT = 'System Hook';
const EVENT_NAMES: Readonly<Record<Trigger, string>> = {
  push_events: 'Push Hook',
  tag_push_events: 'Tag Push Hook',
  issues_events: 'Issue Hook',
  confidential_issues_events: 'Confidential Issue Hook',
  note_events: 'Note Hook',
  confidential_note_events: 'Confidential Note Hook',
  merge_requests_events: 'Merge Request Hook',
  pipeline_events: 'Pipeline Hook',
  job_events: 'Job Hook',
  deployment_events: 'Deployment Hook',
  releases_events: 'Release Hook',
  member_events: 'Member Hook',
  repository_update_events: SYSTEM_EVENT,
  system_events: SYSTEM_EVENT,
};
const REDACTED = '[REDACTED]';
const SECRET_HEADERS = ['X-Gitlab-Token', 'Authorization'];

/** Returns the headers of a delivery, besides those of every HTTP request. */
export function headersOf(
  delivery: { readonly trigger: Trigger; readonly uuid: string; readonly eventUuid: string },
  hook: Pick<HookSecrets, 'url' | 'token'> & { readonly uuid: string; readonly isSystem: boolean },
  instance: string | null,
): Record<string, string> {
  const { username, password } = new URL(hook.url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Hearth',
    'X-Gitlab-Event': hook.isSystem ? SYSTEM_EVENT : EVENT_NAMES[delivery.trigger],
    'X-Gitlab-Event-UUID': delivery.eventUuid,
    'X-Gitlab-Webhook-UUID': hook.uuid,
    'Idempotency-Key': delivery.uuid,
    ...(instance !== null && { 'X-Gitlab-Instance': instance }),
    ...(hook.token !== null && { 'X-Gitlab-Token': hook.token }),
    ...(credentials !== ':' && { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
}

/**
 * Returns the headers with the signature of a delivery, as Standard Webhooks specifies them. @param id the same in each attempt
 * @param token signing token of the hook
 */
export function signatureOf(
  { id, body, sentAt }: { readonly id: string; readonly body: string; readonly sentAt: Date },
  token: string,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signature = createHmac('sha256', signingKeyOf(token)!).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Returns the same headers for records, without secrets. */
export function redacted(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.includes(name) ? REDACTED : value]),
  );
}
