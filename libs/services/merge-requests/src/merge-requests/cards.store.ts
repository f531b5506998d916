import { Injectable } from '@nestjs/common';
import type { MergeRequestCard } from '@hearth/merge-requests-contracts';
import type { Db, Row } from '@hearth/data';
import { TAKE_PART } from './merge-requests.store.js';

/** A note with the merge request that it is on. */
export interface NoteCard {
  readonly id: number;
  readonly mergeRequest: MergeRequestCard;
  readonly authorId: number;
  readonly body: string;
  readonly line: {
    readonly path: string;
    readonly number: number;
    readonly side: 'new' | 'old';
    readonly from: string;
    readonly to: string;
  } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const CARDS = `select id, iid, title from merge_requests where id = any ($1::bigint[]) and deleted_at is null order by id`;
const NOTES = `select n.id, json_build_object('id', m.id, 'iid', m.iid, 'title', m.title) as "mergeRequest", n.author_id as "authorId",
    coalesce(left(n.body, $2::int), n.body) as body,
    case when n.position is not null then json_build_object('path', n.position ->> 'newPath',
      'number', coalesce((n.position ->> 'newLine')::int, (n.position ->> 'oldLine')::int),
      'side', case when n.position ->> 'newLine' is null then 'old' else 'new' end,
      'from', n.position ->> 'baseSha', 'to', n.position ->> 'headSha') end as line,
    n.created_at as "createdAt", n.updated_at as "updatedAt"
  from notes n join merge_requests m on m.id = n.merge_request_id
  where n.id = any ($1::bigint[]) and m.deleted_at is null order by n.id`;

const PARTICIPANTS = `
  select coalesce(part.user_id, s.user_id) as id, part.user_id is not null as participates, s.subscribed
  from (${TAKE_PART}) part
  full join (select user_id, subscribed from merge_request_subscriptions where merge_request_id = $1) s on s.user_id = part.user_id
  where exists (select from merge_requests m where m.id = $1 and m.deleted_at is null)
  order by 1 limit 1000`;

/** User who takes part in a merge request, or has subscribed to it or unsubscribed. */
export interface ParticipantCard {
  readonly id: number;
  readonly participates: boolean;
  readonly subscribed: boolean | null;
}

/** SQL of merge requests and notes for other services. */
@Injectable()
export class MergeRequestCardsStore {
  /** Returns merge requests that are not deleted, in the order of their ids. */
  cards(db: Db, ids: readonly number[]): Promise<MergeRequestCard[]> {
    return db.prepared<MergeRequestCard & Row>(CARDS, [ids]);
  }

  participants(db: Db, id: number): Promise<ParticipantCard[]> {
    return db.prepared<ParticipantCard & Row>(PARTICIPANTS, [id]);
  }

  /** Returns notes on merge requests that are not deleted, in the order of their ids. @param mostText characters of each text */
  notes(db: Db, ids: readonly number[], mostText?: number): Promise<NoteCard[]> {
    return db.prepared<NoteCard & Row>(NOTES, [ids, mostText ?? null]);
  }
}
