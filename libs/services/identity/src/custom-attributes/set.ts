import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/contracts';
import { CustomAttributeInvalid, attributeFailures, type CustomAttribute } from '@hearth/custom-attributes';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { UserFacts } from '../users/user.facts.js';
import type { CustomAttributeEntity } from './custom-attribute.entity.js';
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
  async execute(userId: number, { key, value }: CustomAttribute): Promise<CustomAttributeEntity> {
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
