import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { NotificationSetting } from '../notification-settings/notification-setting.rules.js';
import type { MailCause, Participant } from './notification.rules.js';

/** Users whom one event may reach in each of these ways. */
const MOST_USERS = 1_000;
/** Mails that a user may get about a project in a day. */
const MOST_IN_A_DAY = 1_000;

const PARTICIPANTS = `
  select coalesce(part.user_id, s.user_id) as id, part.user_id is not null as participates, s.subscribed
  from (
    select i.author_id as user_id from issues i where i.id = $1
    union select user_id from issue_assignees where issue_id = $1
    union select user_id from issue_mentions where issue_id = $1
    union select n.author_id from notes n where n.issue_id = $1 and not n.system) part
  full join (select user_id, subscribed from issue_subscriptions where issue_id = $1) s on s.user_id = part.user_id
  order by 1 limit ${MOST_USERS}`;

const LEAVE_COMMIT = `insert into commit_unsubscriptions (project_id, commit_id, user_id)
  select p.id, $2, $3 from projects p where p.id = $1 on conflict do nothing`;

const REJOIN_COMMIT = 'delete from commit_unsubscriptions where project_id = $1 and commit_id = $2 and user_id = $3';

const LEFT_COMMIT = 'select user_id as id from commit_unsubscriptions where project_id = $1 and commit_id = $2';

const LABEL_SUBSCRIBERS = `
  select distinct user_id as id from label_subscriptions where label_id = any ($1::bigint[]) order by 1 limit ${MOST_USERS}`;

/** Namespaces around the project, the outermost first. */
const PLACE = `place as (
  select n.ancestor_ids || n.id as namespaces from projects p join namespaces n on n.id = p.namespace_id where p.id = $1)`;
const AROUND = 'array(select unnest(namespaces) from place)';
const IS_WATCH = `(s.level = 'watch' or s.level = 'custom' and $2 = any (s.events))`;

/** A setting of the instance counts for members. Whether a membership has expired is checked when the mail is sent. */
const WATCHERS = `
  with ${PLACE}, members as (
    select m.user_id from project_members m where m.project_id = $1
    union select m.user_id from namespace_members m where m.namespace_id = any (${AROUND})
    union select n.owner_user_id from namespaces n where n.id = any (${AROUND}) and n.owner_user_id is not null
    union select m.user_id from project_group_links link join namespaces g on g.id = link.group_id
      join namespace_members m on m.namespace_id = any (g.ancestor_ids || g.id) where link.project_id = $1)
  select s.user_id as id from notification_settings s where s.project_id = $1 and ${IS_WATCH}
  union select s.user_id from notification_settings s where s.namespace_id = any (${AROUND}) and ${IS_WATCH}
  union select s.user_id from notification_settings s join members on members.user_id = s.user_id
    where s.project_id is null and s.namespace_id is null and ${IS_WATCH}
  order by 1 limit ${MOST_USERS}`;

/** The setting of the project counts first, then that of the nearest group, then that of the instance. */
const SETTINGS = `
  with ${PLACE}
  select u.id, s.level, s.events from unnest($2::bigint[]) as u (id) cross join place
  cross join lateral (
    select s.level, s.events from notification_settings s
    where s.user_id = u.id and s.level <> 'global' and (s.project_id = $1 or s.namespace_id = any (place.namespaces)
      or s.project_id is null and s.namespace_id is null)
    order by s.project_id nulls last, array_position(place.namespaces, s.namespace_id) desc nulls last limit 1) s`;

const RECORD = `
  insert into notifications (event_id, user_id, project_id)
  select $1, u.id, $2 from unnest($3::bigint[]) as u (id)
  where (select count(*) from (
    select from notifications n where n.user_id = u.id and n.project_id = $2 and n.created_at > now() - interval '1 day'
    limit ${MOST_IN_A_DAY}) sent) < ${MOST_IN_A_DAY}
  order by u.id on conflict do nothing returning user_id as id`;

const TRIM = `delete from notifications where (event_id, user_id) in (
  select event_id, user_id from notifications where created_at < now() - interval '2 days' limit $1) returning 1`;

/** User who gets mails about a commit. */
interface CommitReader {
  readonly projectId: ProjectId;
  readonly commitId: string;
  readonly userId: number;
}

/** SQL of the users who get mails. */
@Injectable()
export class RecipientsStore {
  participantsOfIssue(db: Db, issueId: number): Promise<Participant[]> {
    return db.prepared<Participant & Row>(PARTICIPANTS, [issueId]);
  }

  /** Ends the mails about a commit to a user, until they comment on it. */
  async leaveCommit(tx: Tx, { projectId, commitId, userId }: CommitReader): Promise<void> {
    await tx.prepared(LEAVE_COMMIT, [projectId, commitId, userId]);
  }

  async rejoinCommit(tx: Tx, { projectId, commitId, userId }: CommitReader): Promise<void> {
    await tx.prepared(REJOIN_COMMIT, [projectId, commitId, userId]);
  }

  /** Users who have ended the mails about a commit. */
  async leftCommit(db: Db, projectId: ProjectId, commitId: string): Promise<number[]> {
    return idsOf(await db.prepared<{ id: number }>(LEFT_COMMIT, [projectId, commitId]));
  }

  async labelSubscribers(db: Db, labelIds: readonly number[]): Promise<number[]> {
    return labelIds.length === 0 ? [] : idsOf(await db.prepared<{ id: number }>(LABEL_SUBSCRIBERS, [labelIds]));
  }

  /** Users whose setting wants mails about an event of a project that does not concern them otherwise. */
  async watchers(db: Db, projectId: ProjectId, cause: MailCause): Promise<number[]> {
    return idsOf(await db.prepared<{ id: number }>(WATCHERS, [projectId, cause]));
  }

  /** Effective settings of users who have stored any. */
  async settings(
    db: Db,
    projectId: ProjectId,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, NotificationSetting>> {
    const rows = await db.prepared<NotificationSetting & { id: number } & Row>(SETTINGS, [projectId, userIds]);
    return new Map(rows.map(({ id, ...setting }) => [id, setting] as const));
  }

  /** Records that users are mailed of an event. @returns those who were not yet, and have got fewer mails in a day than allowed */
  async record(
    tx: Tx,
    { eventId, projectId }: { readonly eventId: string; readonly projectId: ProjectId },
    userIds: readonly number[],
  ): Promise<number[]> {
    return userIds.length === 0 ? [] : idsOf(await tx.prepared<{ id: number }>(RECORD, [eventId, projectId, userIds]));
  }

  /** Deletes up to `most` old rows. @returns how many */
  async trim(tx: Tx, most: number): Promise<number> {
    return (await tx.prepared(TRIM, [most])).length;
  }
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
