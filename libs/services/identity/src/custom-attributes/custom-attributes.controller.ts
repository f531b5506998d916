import { Controller } from '@nestjs/common';
import { CustomAttributeInvalid, CustomAttributeView, presentCustomAttribute } from '@hearth/custom-attributes';
import { UserNotFound } from '@hearth/contracts';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { CustomAttributeNotFound } from '../refusals.js';
import { CustomAttributeFacts } from './custom-attribute.facts.js';
import { CustomAttributeParams, CustomAttributesParams, SetCustomAttributeParams } from './custom-attribute.params.js';
import { RemoveCustomAttribute } from './remove.js';
import { SetCustomAttribute } from './set.js';

/** What admins note down about users. */
@Controller()
export class CustomAttributesController {
  constructor(
    private readonly attributes: CustomAttributeFacts,
    private readonly setting: SetCustomAttribute,
    private readonly removal: RemoveCustomAttribute,
  ) {}

  @Endpoint.get('/users/:id/custom_attributes', {
    summary: 'List custom attributes of a user',
    scope: 'read_user',
    admin: true,
    params: CustomAttributesParams,
    returns: returns.json(CustomAttributeView.array()),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof CustomAttributesParams>) {
    return (await this.attributes.all(params.id)).map(presentCustomAttribute);
  }

  @Endpoint.get('/users/:id/custom_attributes/:key', {
    summary: 'Read a custom attribute of a user',
    scope: 'read_user',
    admin: true,
    params: CustomAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [UserNotFound, CustomAttributeNotFound],
  })
  async one(@Call() { params }: CallOf<typeof CustomAttributeParams>) {
    return presentCustomAttribute(await this.attributes.one(params.id, params.key));
  }

  @Endpoint.put('/users/:id/custom_attributes/:key', {
    summary: 'Set a custom attribute of a user',
    admin: true,
    params: SetCustomAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [UserNotFound, CustomAttributeInvalid],
  })
  async set(@Call() { params }: CallOf<typeof SetCustomAttributeParams>) {
    return presentCustomAttribute(await this.setting.execute(params.id, params));
  }

  @Endpoint.delete('/users/:id/custom_attributes/:key', {
    summary: 'Remove a custom attribute of a user',
    admin: true,
    params: CustomAttributeParams,
    returns: returns.empty,
    refuses: [UserNotFound, CustomAttributeNotFound, PreconditionFailed],
  })
  async remove(@Call() { params, unlessModified }: CallOf<typeof CustomAttributeParams>) {
    await this.removal.execute(params.id, params.key, unlessModified);
  }
}
