import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { NamedUsers, TodoAction, TodoTarget } from './todo.rules.js';

/** To-do items of several users for one reason. */
export interface NewTodos {
  readonly action: TodoAction;
  readonly userIds: readonly number[];
  readonly authorId: number;
  readonly projectId: ProjectId;
  readonly target: TodoTarget;
  /** Note on the issue that names the users. */
  readonly noteId?: number | undefined;
  /** The same on a merge request, whose notes another service has. */
  readonly foreignNoteId?: number | undefined;
}

/** Text that names users, with its author. */
export interface NamingText extends Omit<NewTodos, 'action' | 'userIds'> {
  readonly named: NamedUsers;
}

/** A partial unique index keeps one pending item of each user, target and reason. */
const INSERT = `insert into todos (user_id, author_id, project_id, action, issue_id, merge_request_id, note_id, foreign_note_id)
  select wanted.id, $2, $3, $4, $5, $6, $7, $8 from unnest($1::bigint[]) as wanted (id) order by wanted.id
  on conflict do nothing returning id`;
/** A text that is saved again names users again: each of them gets one item for it, done or not. */
const INSERT_NAMED = `insert into todos (user_id, author_id, project_id, action, issue_id, merge_request_id, note_id, foreign_note_id)
  select wanted.id, $2, $3, $4, $5, $6, $7, $8 from unnest($1::bigint[]) as wanted (id)
  where not exists (select from todos t where t.user_id = wanted.id and (t.issue_id = $5 or t.merge_request_id = $6)
    and t.action in ('mentioned', 'directly_addressed')
    and t.note_id is not distinct from $7 and t.foreign_note_id is not distinct from $8)
  order by wanted.id on conflict do nothing`;
const HAS_PENDING = `select from todos t
  where t.user_id = $1 and (t.issue_id = $2 or t.merge_request_id = $3) and t.state = 'pending' limit 1`;
const FINISH = `update todos t set state = 'done', updated_at = now()
  where t.user_id = $1 and (t.issue_id = $2 or t.merge_request_id = $3) and t.state = 'pending'`;
const FINISH_ONE = `update todos t set state = 'done', updated_at = now() where t.id = $1 and t.user_id = $2 and t.state = 'pending'`;
const FINISH_ALL = `update todos t set state = 'done', updated_at = now() where t.user_id = $1 and t.state = 'pending'`;
const FINISH_BUILD_FAILED = `update todos t set state = 'done', updated_at = now()
  where t.merge_request_id = $1 and t.action = 'build_failed' and t.state = 'pending'`;
const DELETE_OF_MERGE_REQUEST = 'delete from todos t where t.merge_request_id = $1';
const DELETE_SOME = `delete from todos where id in (select id from todos where user_id = $1 or author_id = $1 limit $2) returning 1`;

/** Writes of to-do items. */
@Injectable()
export class TodosStore {
  /** Adds items for the users who have no pending one for this reason. @returns the ids of new items */
  async add(tx: Tx, todos: NewTodos): Promise<number[]> {
    if (todos.userIds.length === 0) return [];
    const added = await tx.prepared<{ id: number }>(INSERT, valuesOf(todos));
    return added.map(({ id }) => id);
  }

  /** Adds items for the users whom a text names; repeating it changes nothing. */
  async addNamed(tx: Tx, { named, ...text }: NamingText): Promise<void> {
    for (const action of ['directly_addressed', 'mentioned'] as const)
      if (named[action].length > 0)
        await tx.prepared(INSERT_NAMED, valuesOf({ ...text, action, userIds: named[action] }));
  }

  async hasPending(tx: Tx, userId: number, target: TodoTarget): Promise<boolean> {
    return (await tx.prepared(HAS_PENDING, [userId, ...columnsOf(target)])).length > 0;
  }

  /** Marks the user's pending items on a record as done. */
  async finish(tx: Tx, userId: number, target: TodoTarget): Promise<void> {
    await tx.prepared(FINISH, [userId, ...columnsOf(target)]);
  }

  /** Marks all pending items about failed pipelines of a merge request as done. */
  async finishBuildFailed(tx: Tx, mergeRequestId: number): Promise<void> {
    await tx.prepared(FINISH_BUILD_FAILED, [mergeRequestId]);
  }

  /** Marks one item of the user as done; one that is done stays as it is. */
  async finishOne(tx: Tx, id: number, userId: number): Promise<void> {
    await tx.prepared(FINISH_ONE, [id, userId]);
  }

  async finishAll(tx: Tx, userId: number): Promise<void> {
    await tx.prepared(FINISH_ALL, [userId]);
  }

  async deleteOfMergeRequest(tx: Tx, mergeRequestId: number): Promise<void> {
    await tx.prepared(DELETE_OF_MERGE_REQUEST, [mergeRequestId]);
  }

  /** Deletes up to `most` items of a user or caused by them. @returns how many */
  async deleteSome(tx: Tx, userId: number, most: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [userId, most])).length;
  }
}

function valuesOf({ userIds, authorId, projectId, action, target, noteId, foreignNoteId }: NewTodos): unknown[] {
  return [userIds, authorId, projectId, action, ...columnsOf(target), noteId ?? null, foreignNoteId ?? null];
}

function columnsOf(target: TodoTarget): [number | null, number | null] {
  return 'issueId' in target ? [target.issueId, null] : [null, target.mergeRequestId];
}
