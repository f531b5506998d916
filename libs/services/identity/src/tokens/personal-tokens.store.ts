import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { PersonalTokenEntity } from './personal-token.entity.js';

/** All SQL about tokens, apart from the lookup of a credential. */
@Injectable()
export class PersonalTokensStore {
  async insert(tx: Tx, token: Omit<PersonalTokenEntity, 'id'>): Promise<void> {
    await tx.repository(PersonalTokenEntity).insert(token);
  }
}
