import { Injectable } from '@nestjs/common';
import type { MergeRequestCard } from '@hearth/merge-requests-contracts';
import type { Db, Row } from '@hearth/data';

/** A note with the merge request that it is on. */
export interface NoteCard {
  readonly id: number;
  readonly mergeRequest: MergeRequestCard;
  readonly authorId: number;
  readonly body: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const CARDS = `select id, iid, title from merge_requests where id = any ($1::bigint[]) and deleted_at is null order by id`;
const NOTES = `select n.id, json_build_object('id', m.id, 'iid', m.iid, 'title', m.title) as "mergeRequest", n.author_id as "authorId", n.body,
    n.created_at as "createdAt", n.updated_at as "updatedAt"
  from notes n join merge_requests m on m.id = n.merge_request_id
  where n.id = any ($1::bigint[]) and m.deleted_at is null order by n.id`;

/** SQL of merge requests and notes for other services. */
@Injectable()
export class MergeRequestCardsStore {
  /** Returns merge requests that are not deleted, in the order of their ids. */
  cards(db: Db, ids: readonly number[]): Promise<MergeRequestCard[]> {
    return db.prepared<MergeRequestCard & Row>(CARDS, [ids]);
  }

  /** Returns notes on merge requests that are not deleted, in the order of their ids. */
  notes(db: Db, ids: readonly number[]): Promise<NoteCard[]> {
    return db.prepared<NoteCard & Row>(NOTES, [ids]);
  }
}
