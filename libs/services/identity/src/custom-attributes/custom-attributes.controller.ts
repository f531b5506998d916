import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import {
  CustomAttributeFacts,
  DeleteCustomAttribute,
  SetCustomAttribute,
  customAttributesController,
} from '@hearth/custom-attributes';
import { v4, type EndpointCall } from '@hearth/http';
import { UserFacts } from '../users/user.facts.js';

/** Custom attributes that admins attach to users. */
@Controller()
export class UserAttributesController extends customAttributesController({
  kind: 'user',
  path: '/users/:id',
  id: v4.id(),
  readScope: 'read_user',
  subjectNotFound: UserNotFound,
}) {
  constructor(
    customAttributeFacts: CustomAttributeFacts,
    setCustomAttribute: SetCustomAttribute,
    deleteCustomAttribute: DeleteCustomAttribute,
    private readonly userFacts: UserFacts,
  ) {
    super(customAttributeFacts, setCustomAttribute, deleteCustomAttribute);
  }

  /** @throws UserNotFound */
  protected override async subjectId({ params }: EndpointCall<{ id: number }>): Promise<number> {
    return (await this.userFacts.one(params.id)).id;
  }
}
