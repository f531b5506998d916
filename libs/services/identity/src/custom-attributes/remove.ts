import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { CustomAttributeNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { CustomAttributesStore } from './custom-attributes.store.js';

/** Takes a custom attribute from a user. */
@Injectable()
export class RemoveCustomAttribute {
  constructor(
    private readonly database: Database,
    private readonly attributes: CustomAttributesStore,
    private readonly users: UserFacts,
  ) {}

  /** @throws UserNotFound, CustomAttributeNotFound, PreconditionFailed */
  async execute(userId: number, key: string, unlessModified: UnlessModified): Promise<void> {
    await this.users.one(userId);
    await this.database.tx(async (tx) => {
      const attribute = await this.attributes.lock(tx, userId, key);
      if (!attribute) throw CustomAttributeNotFound();
      unlessModified(attribute.updatedAt);
      await this.attributes.remove(tx, userId, key);
    });
  }
}
