import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { COUNT_LIMIT, readPage, type Page, type PageRequest } from '@hearth/http';
import { MOST_IN_DISCUSSION, type NotePlace } from './discussions/discussion.rules.js';
import type { Note, NoteOrder, Noteable } from './note.rules.js';
import type { NoteableKinds } from './noteables.js';

/** Notes on the files of one page. */
const MOST_ON_FILES = 1000;

const COLUMNS = `n.id, n.discussion_id as "discussionId", n.type, n.author_id as "authorId", n.body, n.system,
  n.created_at as "createdAt", n.updated_at as "updatedAt"`;
const RESOLVABLE = 'n.position, n.resolved_by_id as "resolvedById", n.resolved_at as "resolvedAt"';
const UNRESOLVABLE = 'null::jsonb as position, null::bigint as "resolvedById", null::timestamptz as "resolvedAt"';

/** A note to insert. */
export interface NewNote {
  readonly authorId: UserId;
  readonly body: string;
  /** Undefined: now. */
  readonly createdAt?: Date | undefined;
  /** Undefined: it stands alone. */
  readonly place?: NotePlace | undefined;
}

/**
 * SQL of the notes of a service: a table `notes` with a column for each kind of record, and with the columns of positions and resolution where
 * a kind has discussions that can be resolved.
 */
@Injectable()
export class NotesStore {
  private readonly isResolvable: boolean;
  private readonly columns: string;

  constructor(private readonly kinds: NoteableKinds) {
    this.isResolvable = Object.values(kinds).some(({ abilities }) => abilities.resolve !== undefined);
    this.columns = `${COLUMNS}, ${this.isResolvable ? RESOLVABLE : UNRESOLVABLE}`;
  }

  page(db: Db, noteable: Noteable, order: NoteOrder, request: PageRequest): Promise<Page<Note>> {
    const at = `from notes n where n.${this.column(noteable)} = $1`;
    // Reading the notes' index up to the limit costs less than a second statement.
    const total = `(select count(*)::int from (select ${at} limit ${COUNT_LIMIT + 1}) counted) as total`;
    return readPage<Note & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select ${this.columns}, ${total} ${at} order by n.${order.by} ${order.sort}, n.id ${order.sort} limit $2 offset $3`,
        [noteable.id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [`select count(*)::int as count from (select ${at} limit $2) counted`, [noteable.id, most]],
    });
  }

  /** Ids of the discussions of a record, the oldest first: those of the notes without an earlier one in their discussion. */
  discussions(db: Db, noteable: Noteable, request: PageRequest): Promise<Page<{ discussionId: string }>> {
    const at = this.firstNotes(noteable);
    const total = (most: string) => this.countOfDiscussions(noteable, most);
    return readPage<{ discussionId: string } & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select n.discussion_id as "discussionId", (${total(`${COUNT_LIMIT + 1}`)}) as total ${at} order by n.created_at, n.id limit $2 offset $3`,
        [noteable.id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [total('$2'), [noteable.id, most]],
    });
  }

  /** SQL of the number of discussions of a record: of its notes without the replies, which alone are looked at one by one. */
  private countOfDiscussions(noteable: Noteable, most: string): string {
    const at = `from notes n where n.${this.column(noteable)} = $1`;
    const replies = `select count(*) - count(distinct n.discussion_id) ${at} and n.type is not null`;
    return `select count(*)::int as count from (select ${at} limit ${most} offset (${replies})) counted`;
  }

  /** Place of a note's discussion among those of its record, from 0 on; undefined where the record has no such note. */
  async placeOf(db: Db, noteable: Noteable, noteId: number): Promise<number | undefined> {
    const text = `select place from (
      select n.discussion_id, (row_number() over (order by n.created_at, n.id) - 1)::int as place ${this.firstNotes(noteable)}) discussions
      where discussion_id = (select discussion_id from notes where id = $2 and ${this.column(noteable)} = $1)`;
    const [found] = await db.prepared<{ place: number }>(text, [noteable.id, noteId]);
    return found?.place;
  }

  /**
   * A note that stands alone is not looked up. With that alternative PostgreSQL looks up each other note by the index of discussions; without it,
   * it joins the record's notes with themselves, which compares each with each where its plan expects few.
   */
  private firstNotes(noteable: Noteable): string {
    return `from notes n where n.${this.column(noteable)} = $1 and (n.type is null or not exists (
      select from notes earlier where earlier.discussion_id = n.discussion_id and earlier.id < n.id))`;
  }

  /**
   * Notes of discussions of a record, in the order in which they were written. The limit of each discussion has it read from the index of
   * discussions: PostgreSQL would read all notes of the record where its plan expects few.
   */
  inDiscussions(db: Db, noteable: Noteable, discussionIds: readonly string[]): Promise<Note[]> {
    const text = `select ${this.columns} from unnest($1::text[]) as wanted (id)
      cross join lateral (select n.* from notes n where n.discussion_id = wanted.id order by n.id limit ${MOST_IN_DISCUSSION}) n
      where n.${this.column(noteable)} = $2 order by n.id`;
    return db.prepared<Note & Row>(text, [discussionIds, noteable.id]);
  }

  /**
   * Notes on lines of files, of a kind with discussions on diffs, in the order in which they were written.
   * @param paths new paths of the files
   */
  onFiles(db: Db, noteable: Noteable, paths: readonly string[]): Promise<Note[]> {
    const text = `select ${this.columns} from notes n where n.${this.column(noteable)} = $1
      and n.type = 'DiffNote' and n.position ->> 'newPath' = any ($2::text[]) order by n.created_at, n.id limit $3`;
    return db.prepared<Note & Row>(text, [noteable.id, paths, MOST_ON_FILES]);
  }

  async find(db: Db, noteable: Noteable, id: number): Promise<Note | undefined> {
    const text = `select ${this.columns} from notes n where n.id = $1 and n.${this.column(noteable)} = $2`;
    const [note] = await db.prepared<Note & Row>(text, [id, noteable.id]);
    return note;
  }

  async lock(tx: Tx, noteable: Noteable, id: number): Promise<Note | undefined> {
    const text = `select ${this.columns} from notes n where n.id = $1 and n.${this.column(noteable)} = $2 for update`;
    const [note] = await tx.prepared<Note & Row>(text, [id, noteable.id]);
    return note;
  }

  async insert(tx: Tx, noteable: Noteable, { authorId, body, createdAt, place }: NewNote): Promise<Note> {
    const values = [noteable.projectId, noteable.id, authorId, body, createdAt ?? null];
    const { discussionId, type, position, resolvedById } = place ?? alone();
    const resolution = this.isResolvable ? [position && JSON.stringify(position), resolvedById] : [];
    const [columns, parameters] = this.isResolvable
      ? [
          ', position, resolved_by_id, resolved_at',
          ', $8::jsonb, $9::bigint, case when $9::bigint is not null then now() end',
        ]
      : ['', ''];
    const [note] = await tx.prepared<Note & Row>(
      `insert into notes as n (project_id, ${this.column(noteable)}, author_id, body, created_at, updated_at, discussion_id, type${columns})
       values ($1, $2, $3, $4, coalesce($5::timestamptz, now()), coalesce($5::timestamptz, now()), $6, $7${parameters})
       returning ${this.columns}`,
      [...values, discussionId, type, ...resolution],
    );
    return note!;
  }

  async update(tx: Tx, id: number, body: string): Promise<Note> {
    const [note] = await tx.prepared<Note & Row>(
      `update notes n set body = $2, updated_at = now() where n.id = $1 returning ${this.columns}`,
      [id, body],
    );
    return note!;
  }

  /** Makes a note that stood alone the first one of its discussion. */
  async openDiscussion(tx: Tx, id: number): Promise<void> {
    await tx.prepared(`update notes set type = 'DiscussionNote' where id = $1 and type is null`, [id]);
  }

  /** Resolves notes. @param userId null: they are open again */
  async resolve(tx: Tx, ids: readonly number[], userId: UserId | null): Promise<void> {
    const text = `update notes set resolved_by_id = $2::bigint, resolved_at = case when $2::bigint is not null then now() end,
      updated_at = now() where id = any ($1::bigint[])`;
    await tx.prepared(text, [ids, userId]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from notes where id = $1', [id]);
  }

  private column({ kind }: Noteable): string {
    return this.kinds[kind]!.column;
  }
}

/** Place of a note that stands alone. */
function alone(): NotePlace {
  return { discussionId: newDiscussionId(), type: null, position: null, resolvedById: null };
}

/** Id of a new discussion, in the format of the API. */
export function newDiscussionId(): string {
  return randomBytes(20).toString('hex');
}
