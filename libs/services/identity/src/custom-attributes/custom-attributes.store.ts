import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { CustomAttributeEntity } from './custom-attribute.entity.js';

/** Names of constraints, as violations report them. */
export const ATTRIBUTE_OF_A_USER = 'user_custom_attributes_user_id_fkey';

const COLUMNS = 'user_id as "userId", key, value, updated_at as "updatedAt"';
const ALL = `select ${COLUMNS} from user_custom_attributes where user_id = $1 order by key`;
const ONE = `select ${COLUMNS} from user_custom_attributes where user_id = $1 and key = $2`;
const LOCK = `${ONE} for update`;
const REMOVE = 'delete from user_custom_attributes where user_id = $1 and key = $2';
const SET = `
  insert into user_custom_attributes (user_id, key, value, updated_at) values ($1, $2, $3, $4)
  on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`;

/** All SQL about custom attributes of users. */
@Injectable()
export class CustomAttributesStore {
  /** By key. */
  all(db: Db, userId: number): Promise<CustomAttributeEntity[]> {
    return db.prepared<CustomAttributeEntity & Row>(ALL, [userId]);
  }

  async find(db: Db, userId: number, key: string): Promise<CustomAttributeEntity | undefined> {
    const [attribute] = await db.prepared<CustomAttributeEntity & Row>(ONE, [userId, key]);
    return attribute;
  }

  /** Keeps the attribute as it is until the transaction ends. */
  async lock(tx: Tx, userId: number, key: string): Promise<CustomAttributeEntity | undefined> {
    const [attribute] = await tx.prepared<CustomAttributeEntity & Row>(LOCK, [userId, key]);
    return attribute;
  }

  /** @throws a violation of ATTRIBUTE_OF_A_USER */
  async set(tx: Tx, { userId, key, value, updatedAt }: CustomAttributeEntity): Promise<void> {
    await tx.prepared(SET, [userId, key, value, updatedAt]);
  }

  async remove(tx: Tx, userId: number, key: string): Promise<void> {
    await tx.prepared(REMOVE, [userId, key]);
  }
}
