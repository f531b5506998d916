import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { CustomAttributeNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import type { CustomAttributeEntity } from './custom-attribute.entity.js';
import { CustomAttributesStore } from './custom-attributes.store.js';

/** What is read of custom attributes. */
@Injectable()
export class CustomAttributeFacts {
  constructor(
    private readonly database: Database,
    private readonly attributes: CustomAttributesStore,
    private readonly users: UserFacts,
  ) {}

  /** By key. @throws UserNotFound */
  async all(userId: number): Promise<CustomAttributeEntity[]> {
    await this.users.one(userId);
    return this.attributes.all(this.database, userId);
  }

  /** @throws UserNotFound, CustomAttributeNotFound */
  async one(userId: number, key: string): Promise<CustomAttributeEntity> {
    await this.users.one(userId);
    const attribute = await this.attributes.find(this.database, userId, key);
    if (!attribute) throw CustomAttributeNotFound();
    return attribute;
  }
}
