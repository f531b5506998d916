import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

/** Assignments, mentions, subscriptions, notification settings and gathered mails are deleted with the user. */
const LEAVE = [
  'delete from issue_assignees where user_id = $1',
  'delete from issue_mentions where user_id = $1',
  'delete from issue_subscriptions where user_id = $1',
  'delete from label_subscriptions where user_id = $1',
  'delete from commit_unsubscriptions where user_id = $1',
  'delete from notification_settings where user_id = $1',
  'delete from digest_entries where user_id = $1',
];

/** The ghost has each emoji only once, however many of the deleted users awarded it. */
const HAND_OVER = [
  'update issues set author_id = $2 where author_id = $1',
  'update issues set closed_by_id = $2 where closed_by_id = $1',
  'update snippets set author_id = $2 where author_id = $1',
  'update notes set author_id = $2 where author_id = $1',
  'update resource_events set user_id = $2 where user_id = $1',
  `update award_emoji a set user_id = $2 where a.user_id = $1 and not exists (
     select from award_emoji other where other.user_id = $2 and other.name = a.name
       and other.issue_id is not distinct from a.issue_id and other.snippet_id is not distinct from a.snippet_id
       and other.note_id is not distinct from a.note_id)`,
];

const DELETE = [
  `with gone as (delete from issues where author_id = $1 returning project_id, state, confidential)
   update projects p set open_issues_count = open_issues_count - counted.open from (
     select project_id, count(*) as open from gone where state = 'opened' and not confidential group by project_id) counted
   where p.id = counted.project_id`,
  'update issues set closed_by_id = null where closed_by_id = $1',
  'update resource_events set user_id = null where user_id = $1',
  'delete from snippets where author_id = $1',
  `with gone as (delete from notes where author_id = $1 returning issue_id, system)
   update issues i set user_notes_count = user_notes_count - counted.notes from (
     select issue_id, count(*) as notes from gone where not system group by issue_id) counted
   where i.id = counted.issue_id`,
];

/** Removes the awards that the user still has, and the votes among them from the issues. */
const DELETE_AWARDS = `
  with gone as (delete from award_emoji where user_id = $1 returning issue_id, name)
   update issues i set upvotes = upvotes - counted.up, downvotes = downvotes - counted.down from (
     select issue_id, count(*) filter (where name = 'thumbsup') as up, count(*) filter (where name = 'thumbsdown') as down
     from gone where issue_id is not null group by issue_id) counted
   where i.id = counted.issue_id`;

/** Contributions of a user to projects of others. */
@Injectable()
export class ContributionsStore {
  /** Makes another user the author. Repeating it changes nothing more. */
  async handOver(tx: Tx, userId: number, toId: number): Promise<void> {
    for (const statement of HAND_OVER) await tx.prepared(statement, [userId, toId]);
    await this.leave(tx, userId);
  }

  async delete(tx: Tx, userId: number): Promise<void> {
    for (const statement of DELETE) await tx.prepared(statement, [userId]);
    await this.leave(tx, userId);
  }

  private async leave(tx: Tx, userId: number): Promise<void> {
    for (const statement of [DELETE_AWARDS, ...LEAVE]) await tx.prepared(statement, [userId]);
  }
}
