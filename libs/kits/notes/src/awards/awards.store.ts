import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { NoteableKinds } from '../noteables.js';

/** Record that has awards: one of the service's kinds, or a note. */
export interface Awardable {
  readonly kind: string;
  readonly id: number;
}

export interface Award {
  readonly id: number;
  readonly userId: UserId;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `a.id, a.user_id as "userId", a.name, a.created_at as "createdAt", a.updated_at as "updatedAt"`;

/** SQL of the awards of a service: a table `award_emoji` with a column for each kind of record, and `note_id`. */
@Injectable()
export class AwardsStore {
  constructor(private readonly kinds: NoteableKinds) {}

  /** Returns a page of awards, the oldest first. */
  page(db: Db, awardable: Awardable, request: PageRequest): Promise<Page<Award>> {
    const rows = (parameter: Parameter) =>
      `from award_emoji a where a.${this.column(awardable)} = ${parameter(awardable.id)}`;
    return readPage<Award>(db, request, plainList({ columns: COLUMNS, rows, order: 'a.id' }));
  }

  async find(db: Db, awardable: Awardable, id: number): Promise<Award | undefined> {
    const text = `select ${COLUMNS} from award_emoji a where a.id = $1 and a.${this.column(awardable)} = $2`;
    const [award] = await db.prepared<Award & Row>(text, [id, awardable.id]);
    return award;
  }

  /** Returns the user's award of that name; undefined when there is none. */
  async findOf(db: Db, awardable: Awardable, userId: UserId, name: string): Promise<Award | undefined> {
    const text = `select ${COLUMNS} from award_emoji a
      where a.${this.column(awardable)} = $1 and a.user_id = $2 and a.name = $3`;
    const [award] = await db.prepared<Award & Row>(text, [awardable.id, userId, name]);
    return award;
  }

  /** @returns undefined when the user already gave this award */
  async insert(tx: Tx, awardable: Awardable, userId: UserId, name: string): Promise<Award | undefined> {
    const column = this.column(awardable);
    const [award] = await tx.prepared<Award & Row>(
      `insert into award_emoji as a (${column}, user_id, name) values ($1, $2, $3)
       on conflict (${column}, user_id, name) where ${column} is not null do nothing returning ${COLUMNS}`,
      [awardable.id, userId, name],
    );
    return award;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from award_emoji where id = $1', [id]);
  }

  private column({ kind }: Awardable): string {
    return kind === 'note' ? 'note_id' : this.kinds[kind]!.column;
  }
}
