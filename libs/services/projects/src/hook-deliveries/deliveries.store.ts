import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { SealedSecrets } from '../hooks/hook-cipher.js';
import type { BranchFilterStrategy, Trigger } from '../hooks/hook.rules.js';
import { FAILURES_TO_DISABLE, type HookEvent, type Outcome, type ReceiverAnswer } from './delivery.rules.js';

/** A hook that may be called for an event. */
export interface CandidateHook {
  readonly id: number;
  readonly branchFilter: string;
  readonly branchFilterStrategy: BranchFilterStrategy;
  readonly slow: boolean;
}

/** The first waiting delivery of a hook, with the hook. */
export type WaitingDelivery = HookEvent & WaitingColumns;

interface WaitingColumns extends SealedSecrets {
  readonly id: number;
  readonly hookId: number;
  /** Null for a record that belongs to no project. */
  readonly projectId: ProjectId | null;
  readonly uuid: string;
  readonly eventUuid: string;
  /** The body of an earlier attempt. */
  readonly body: string | null;
  readonly ageSeconds: number;
  /** 0 or less when it is due. */
  readonly dueSeconds: number;
  readonly hookUuid: string;
  /** Whether the hook is one of the instance. */
  readonly isSystem: boolean;
  readonly verifyTls: boolean;
  readonly failures: number;
}

/** A delivery that was tried, with the last answer. */
export interface TriedDelivery {
  readonly id: number;
  readonly trigger: Trigger;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  readonly error: string | null;
  readonly seconds: number;
  readonly createdAt: Date;
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: ReceiverAnswer;
  readonly outcome: Outcome;
}

/** SQL condition: `h` is an enabled hook, with the trigger `$2`, of the project, of its group, of that group's ancestors, or of the instance. */
const calledFor = (projectId: string) => `h.id = any (array(
    select id from hooks where project_id = ${projectId}
    union all
    select of_group.id from projects p join namespaces n on n.id = p.namespace_id
      join hooks of_group on of_group.namespace_id = any (n.ancestor_ids || n.id) where p.id = ${projectId}
    union all
    select id from hooks where project_id is null and namespace_id is null))
    and $2 = any (h.triggers) and h.failures < ${FAILURES_TO_DISABLE}`;
const CANDIDATES = `select h.id, h.branch_filter as "branchFilter", h.branch_filter_strategy as "branchFilterStrategy", h.slow
  from hooks h where ${calledFor('$1')} order by h.id`;
const WITH_HOOKS = `select asked.id from unnest($1::bigint[]) as asked (id)
  where exists (select from hooks h where ${calledFor('asked.id')})`;
/** Hooks of the group and of its ancestors. */
const CANDIDATES_OF_GROUP = `select h.id, h.branch_filter as "branchFilter", h.branch_filter_strategy as "branchFilterStrategy", h.slow
  from namespaces n join hooks h on h.namespace_id = any (n.ancestor_ids || n.id)
  where n.id = $1 and $2 = any (h.triggers) and h.failures < ${FAILURES_TO_DISABLE} order by h.id`;
/**
 * Locks the hooks until the transaction ends, so that CLAIM waits for it: a job that was waiting when its hook was locked sends the deliveries
 * that are stored now. Hooks that were deleted since are left out.
 */
const INSERT = `with locked as materialized (select id from hooks where id = any ($1::bigint[]) order by id for share)
  insert into hook_deliveries (hook_id, project_id, event_uuid, trigger, subject)
  select hook.id, $5, event.uuid, $3, event.subject
  from unnest($2::uuid[], $4::jsonb[]) with ordinality as event (uuid, subject, place), locked as hook
  order by event.place, hook.id`;
const CLAIM = `update hooks set sending_job = $2, sending_until = now() + interval '60 seconds'
  where id = $1 and (sending_job is null or sending_job = $2 or sending_until < now()) returning id`;
const FIRST = `select d.id, d.hook_id as "hookId", coalesce(d.project_id, h.project_id) as "projectId", d.uuid, d.event_uuid as "eventUuid", d.trigger, d.subject,
    d.request_body as body, extract(epoch from now() - d.created_at)::float8 as "ageSeconds",
    extract(epoch from d.due_at - now())::float8 as "dueSeconds", h.uuid as "hookUuid", h.project_id is null and h.namespace_id is null as "isSystem", h.url as "sealedUrl", h.token as "sealedToken",
    h.signing_token as "sealedSigningToken", h.verify_tls as "verifyTls", h.failures
  from hook_deliveries d join hooks h on h.id = d.hook_id
  where d.hook_id = $1 and d.state = 'waiting' order by d.id limit 1`;
const RECORD = `update hook_deliveries set state = $2, attempts = attempts + 1, due_at = now() + $3 * interval '1 second',
    finished_at = case when $2 <> 'waiting' then now() end, request_headers = $4, request_body = $5, response_status = $6,
    response_headers = $7, response_body = $8, error = $9, seconds = $10
  where id = $1`;
const RELEASE = `update hooks set sending_job = null, sending_until = null, failures = $3, slow = $4,
    disabled_until = case when $5 > 0 then now() + $5 * interval '1 second' end
  where id = $1 and sending_job = $2`;
const GIVE_BACK = 'update hooks set sending_job = null, sending_until = null where id = $1 and sending_job = $2';
const DROP = `update hook_deliveries set state = 'failed', finished_at = now(), error = $2 where id = $1`;
const FAIL_WAITING = `update hook_deliveries set state = 'failed', finished_at = now(), error = $2
  where hook_id = $1 and state = 'waiting'`;
const NEXT_DUE = `select extract(epoch from due_at - now())::float8 as "dueSeconds" from hook_deliveries
  where hook_id = $1 and state = 'waiting' order by id limit 1`;
const OVERDUE = `select distinct d.hook_id as id, h.slow from (
    select hook_id from hook_deliveries where state = 'waiting' and due_at < now() - interval '20 seconds' order by due_at limit $1) d
  join hooks h on h.id = d.hook_id where h.sending_job is null or h.sending_until < now()`;
const TRIM = `delete from hook_deliveries where id in (
    select id from hook_deliveries where state <> 'waiting' and finished_at < now() - interval '7 days' order by finished_at limit $1)
  returning 1`;
const TRIED = `id, trigger, request_headers as "requestHeaders", request_body as "requestBody", response_status as "responseStatus",
  response_headers as "responseHeaders", response_body as "responseBody", error, seconds, created_at as "createdAt"`;
const REPEAT = `insert into hook_deliveries (hook_id, project_id, uuid, event_uuid, trigger, subject, request_body)
  select hook_id, project_id, uuid, event_uuid, trigger, subject, request_body from hook_deliveries
  where hook_id = $1 and id = $2 and attempts > 0 returning id`;

/** All SQL about deliveries of hooks. */
@Injectable()
export class DeliveriesStore {
  /** Returns the hooks of a project, its group, that group's ancestors and the instance that have a trigger and are not disabled. */
  candidates(tx: Tx, projectId: ProjectId | null, trigger: Trigger): Promise<CandidateHook[]> {
    return tx.prepared<CandidateHook & Row>(CANDIDATES, [projectId, trigger]);
  }

  /** Returns the projects among these with such hooks. */
  async withHooks(db: Db, projectIds: readonly ProjectId[], trigger: Trigger): Promise<ReadonlySet<ProjectId>> {
    const rows = await db.prepared<{ id: ProjectId }>(WITH_HOOKS, [[...new Set(projectIds)], trigger]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The hooks of a group and its ancestors. */
  candidatesOfGroup(tx: Tx, groupId: number, trigger: Trigger): Promise<CandidateHook[]> {
    return tx.prepared<CandidateHook & Row>(CANDIDATES_OF_GROUP, [groupId, trigger]);
  }

  /** Stores a delivery of each event for each hook. @param events of one trigger */
  async insert(
    tx: Tx,
    projectId: ProjectId | null,
    hookIds: readonly number[],
    events: readonly HookEvent[],
  ): Promise<void> {
    const subjects = events.map(({ subject }) => JSON.stringify(subject));
    await tx.prepared(INSERT, [hookIds, events.map(() => randomUUID()), events[0]!.trigger, subjects, projectId]);
  }

  /** Leases a hook to a job, so that its deliveries are sent one after the other. @returns false while another job has it */
  async claim(tx: Tx, hookId: number, jobId: string): Promise<boolean> {
    return (await tx.prepared(CLAIM, [hookId, jobId])).length > 0;
  }

  async first(db: Db, hookId: number): Promise<WaitingDelivery | undefined> {
    const [delivery] = await db.prepared<WaitingDelivery & Row>(FIRST, [hookId]);
    return delivery;
  }

  /** Stores an attempt, and releases the hook. */
  async record(
    tx: Tx,
    delivery: { readonly id: number; readonly hookId: number },
    jobId: string,
    { headers, body, answer, outcome }: Sent,
  ): Promise<void> {
    await tx.prepared(RECORD, [
      ...[delivery.id, outcome.state, outcome.waitSeconds, JSON.stringify(headers), body, answer.status],
      ...[JSON.stringify(answer.headers), answer.body, answer.error, answer.seconds],
    ]);
    const { failures, slow, waitSeconds } = outcome;
    await tx.prepared(RELEASE, [delivery.hookId, jobId, failures, slow, waitSeconds]);
  }

  /** Releases a hook for which nothing was sent. */
  async giveBack(tx: Tx, hookId: number, jobId: string): Promise<void> {
    await tx.prepared(GIVE_BACK, [hookId, jobId]);
  }

  /** Marks a delivery that was never sent as failed. */
  async drop(tx: Tx, id: number, error: string): Promise<void> {
    await tx.prepared(DROP, [id, error]);
  }

  async failWaiting(tx: Tx, hookId: number, error: string): Promise<void> {
    await tx.prepared(FAIL_WAITING, [hookId, error]);
  }

  /** @returns whether deliveries wait */
  async makeDue(tx: Tx, hookId: number): Promise<boolean> {
    const text = `update hook_deliveries set due_at = now() where hook_id = $1 and state = 'waiting' returning 1`;
    return (await tx.prepared(text, [hookId])).length > 0;
  }

  /** Returns in how many seconds the first waiting delivery is due; undefined without one. */
  async nextDue(tx: Tx, hookId: number): Promise<number | undefined> {
    const [row] = await tx.prepared<{ dueSeconds: number }>(NEXT_DUE, [hookId]);
    return row?.dueSeconds;
  }

  /** Returns hooks with overdue deliveries that no job sends, of at most `most` deliveries. */
  overdue(tx: Tx, most: number): Promise<{ id: number; slow: boolean }[]> {
    return tx.prepared<{ id: number; slow: boolean }>(OVERDUE, [most]);
  }

  /** Deletes up to `most` old deliveries. @returns how many */
  async trim(tx: Tx, most: number): Promise<number> {
    return (await tx.prepared(TRIM, [most])).length;
  }

  /** Returns a page of the deliveries of a hook that were tried, the newest first. */
  page(db: Db, hookId: number, request: PageRequest): Promise<Page<TriedDelivery>> {
    const rows = (parameter: Parameter) => `from hook_deliveries where hook_id = ${parameter(hookId)} and attempts > 0`;
    return readPage<TriedDelivery>(db, request, plainList({ columns: TRIED, rows, order: 'id desc' }));
  }

  /** Stores a delivery of the same body again. @returns false when the hook has no such delivery */
  async repeat(tx: Tx, hookId: number, id: number): Promise<boolean> {
    return (await tx.prepared(REPEAT, [hookId, id])).length > 0;
  }
}
