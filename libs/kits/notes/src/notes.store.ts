import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { Note, NoteOrder, Noteable } from './note.rules.js';
import type { NoteableKinds } from './noteables.js';

const COLUMNS = `n.id, n.author_id as "authorId", n.body, n.system, n.created_at as "createdAt", n.updated_at as "updatedAt"`;

/** SQL of the notes of a service: a table `notes` with a column for each kind of record. */
@Injectable()
export class NotesStore {
  constructor(private readonly kinds: NoteableKinds) {}

  page(db: Db, noteable: Noteable, order: NoteOrder, request: PageRequest): Promise<Page<Note>> {
    const at = `from notes n where n.${this.column(noteable)} = $1`;
    return readPage<Note & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select ${COLUMNS} ${at} order by n.${order.by} ${order.sort}, n.id ${order.sort} limit $2 offset $3`,
        [noteable.id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [`select count(*)::int as count from (select ${at} limit $2) counted`, [noteable.id, most]],
    });
  }

  async find(db: Db, noteable: Noteable, id: number): Promise<Note | undefined> {
    const text = `select ${COLUMNS} from notes n where n.id = $1 and n.${this.column(noteable)} = $2`;
    const [note] = await db.prepared<Note & Row>(text, [id, noteable.id]);
    return note;
  }

  async lock(tx: Tx, noteable: Noteable, id: number): Promise<Note | undefined> {
    const text = `select ${COLUMNS} from notes n where n.id = $1 and n.${this.column(noteable)} = $2 for update`;
    const [note] = await tx.prepared<Note & Row>(text, [id, noteable.id]);
    return note;
  }

  /** @param createdAt undefined: now */
  async insert(
    tx: Tx,
    noteable: Noteable,
    { authorId, body, createdAt }: { authorId: UserId; body: string; createdAt?: Date | undefined },
  ): Promise<Note> {
    const [note] = await tx.prepared<Note & Row>(
      `insert into notes as n (project_id, ${this.column(noteable)}, author_id, body, created_at, updated_at)
       values ($1, $2, $3, $4, coalesce($5::timestamptz, now()), coalesce($5::timestamptz, now())) returning ${COLUMNS}`,
      [noteable.projectId, noteable.id, authorId, body, createdAt ?? null],
    );
    return note!;
  }

  async update(tx: Tx, id: number, body: string): Promise<Note> {
    const [note] = await tx.prepared<Note & Row>(
      `update notes n set body = $2, updated_at = now() where n.id = $1 returning ${COLUMNS}`,
      [id, body],
    );
    return note!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from notes where id = $1', [id]);
  }

  private column({ kind }: Noteable): string {
    return this.kinds[kind]!.column;
  }
}
