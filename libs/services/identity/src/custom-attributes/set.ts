import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { CustomAttributeInvalid } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import type { CustomAttributeEntity } from './custom-attribute.entity.js';
import { attributeFailures } from './custom-attribute.rules.js';
import { ATTRIBUTE_OF_A_USER, CustomAttributesStore } from './custom-attributes.store.js';

/** Gives a user a custom attribute, or the one that there is another value. */
@Injectable()
export class SetCustomAttribute {
  constructor(
    private readonly database: Database,
    private readonly attributes: CustomAttributesStore,
    private readonly users: UserFacts,
    private readonly clock: Clock,
  ) {}

  /** @throws UserNotFound; CustomAttributeInvalid with everything that is wrong */
  async execute(userId: number, { key, value }: { key: string; value: string }): Promise<CustomAttributeEntity> {
    await this.users.one(userId);
    const failures = attributeFailures({ key, value });
    if (Object.keys(failures).length > 0) throw CustomAttributeInvalid({ failures });
    const attribute = { userId, key, value, updatedAt: this.clock.now() };
    try {
      await this.database.tx((tx) => this.attributes.set(tx, attribute));
    } catch (error) {
      throw violatedConstraint(error) === ATTRIBUTE_OF_A_USER ? UserNotFound() : error;
    }
    return attribute;
  }
}
