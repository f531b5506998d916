import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Row, Tx } from '@hearth/data';

/** A lock on the row serialises its notes, so that its counters are right. */
const HOLD = `
  select author_id as "authorId", coalesce(discussion_locked, false) as "discussionLocked"
  from merge_requests where id = $1 and deleted_at is null for no key update`;
const COUNT = `
  update merge_requests set user_notes_count = user_notes_count + $2,
    updated_at = case when $2 > 0 then now() else updated_at end
  where id = $1`;
const COUNT_VOTES = `
  update merge_requests m set upvotes = votes.up, downvotes = votes.down
  from (select count(*) filter (where a.name = 'thumbsup') as up, count(*) filter (where a.name = 'thumbsdown') as down
    from award_emoji a where a.merge_request_id = $1) votes
  where m.id = $1`;
const APPEND = `
  insert into notes (project_id, merge_request_id, author_id, body, system)
  select $1, $2, $3, body, true from unnest($4::text[]) with ordinality as told (body, place) order by place`;
const HAS_SYSTEM_NOTE = 'select from notes where merge_request_id = $1 and system and body = $2 limit 1';

/** Fields of a merge request that its notes need. */
export interface HeldMergeRequest {
  readonly authorId: UserId;
  readonly discussionLocked: boolean;
}

/** All SQL about notes on merge requests, and system notes. */
@Injectable()
export class MergeRequestNotesStore {
  /** Prevents the deletion of the merge request until the transaction ends. @returns undefined when it is gone */
  async hold(tx: Tx, id: number): Promise<HeldMergeRequest | undefined> {
    const [held] = await tx.prepared<HeldMergeRequest & Row>(HOLD, [id]);
    return held;
  }

  /** @param difference change of the number of notes by users */
  async count(tx: Tx, id: number, difference: -1 | 0 | 1): Promise<void> {
    await tx.prepared(COUNT, [id, difference]);
  }

  async countVotes(tx: Tx, id: number): Promise<void> {
    await tx.prepared(COUNT_VOTES, [id]);
  }

  /** Whether a system note with this text exists already. */
  async hasSystemNote(tx: Tx, id: number, body: string): Promise<boolean> {
    return (await tx.prepared(HAS_SYSTEM_NOTE, [id, body])).length > 0;
  }

  /** Adds system notes about changes of the merge request. @param bodies one note each, in this order */
  async append(
    tx: Tx,
    { id, targetProjectId }: { readonly id: number; readonly targetProjectId: ProjectId },
    actorId: UserId,
    bodies: readonly string[],
  ): Promise<void> {
    if (bodies.length > 0) await tx.prepared(APPEND, [targetProjectId, id, actorId, bodies]);
  }
}
