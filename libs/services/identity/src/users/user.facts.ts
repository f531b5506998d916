import { Injectable } from '@nestjs/common';
import { UserNotFound, type UserCard } from '@hearth/contracts';
import { Database } from '@hearth/data';
import type { UserEntity } from './user.entity.js';
import { cardOf } from './user.view.js';
import { UsersStore } from './users.store.js';

/** What is read of users. */
@Injectable()
export class UserFacts {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
  ) {}

  /** @throws UserNotFound */
  async one(id: number): Promise<UserEntity> {
    const user = await this.users.find(this.database, id);
    if (!user) throw UserNotFound();
    return user;
  }

  /** Users as other services know them; unknown ids are left out. */
  async cards(ids: readonly number[]): Promise<UserCard[]> {
    return (await this.users.cards(this.database, ids)).map(cardOf);
  }
}
