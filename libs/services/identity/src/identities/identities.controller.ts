import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { UserNotFound } from '@hearth/identity-contracts';
import { z } from 'zod';
import { IdentityNotFound } from '../refusals.js';
import { DeleteIdentity } from './delete.js';

const DeleteIdentityParams = z.object({
  id: v4.id(),
  provider: v4.text().describe('Name of the provider, as in the identities of the user'),
});

/** Identities of users at other providers. */
@Controller()
export class IdentitiesController {
  constructor(private readonly deleteIdentity: DeleteIdentity) {}

  @Endpoint.delete('/users/:id/identities/:provider', {
    summary: 'Delete the identity of a user at another provider',
    admin: true,
    params: DeleteIdentityParams,
    returns: returns.empty,
    refuses: [UserNotFound, IdentityNotFound],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof DeleteIdentityParams>) {
    await this.deleteIdentity.execute(params.id, params.provider, unlessModified);
  }
}
