import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import type { UserAddress } from './signature.rules.js';

/** GPG key that a signature names. */
export interface SigningGpgKey {
  readonly id: number;
  readonly userId: number;
  /** ASCII armor. */
  readonly key: string;
  readonly primaryKeyId: string;
}

const GPG_KEY = `select id, user_id as "userId", key, primary_key_id as "primaryKeyId" from gpg_keys
  where primary_key_id = $1 or subkey_ids @> array[$1::text] order by (primary_key_id = $1) desc, id limit 1`;
const ADDRESSES = `
  select lower(email) as email, confirmed_at is not null as "isConfirmed" from users where id = $1
  union all (select lower(email), confirmed_at is not null from user_emails where user_id = $1 order by id limit $2)`;
const MOST_ADDRESSES = 1_000;

/** SQL about the keys and addresses by which signatures are judged. */
@Injectable()
export class SignaturesStore {
  /** @param keyId of the primary key or a subkey, 16 hexadecimal digits */
  async gpgKey(db: Db, keyId: string): Promise<SigningGpgKey | undefined> {
    const [key] = await db.prepared<SigningGpgKey & Row>(GPG_KEY, [keyId]);
    return key;
  }

  addresses(db: Db, userId: number): Promise<UserAddress[]> {
    return db.prepared<UserAddress & Row>(ADDRESSES, [userId, MOST_ADDRESSES]);
  }
}
