import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, pageRequest, returns, type CallOf } from '@hearth/http';
import { GpgKeyInvalid, GpgKeyNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { CreateGpgKey } from './create.js';
import { DeleteGpgKey } from './delete.js';
import { GpgKeyFacts } from './gpg-key.facts.js';
import {
  CreateOwnGpgKeyParams,
  CreateGpgKeyParams,
  OwnGpgKeyParams,
  OwnGpgKeysParams,
  GpgKeyParams,
  GpgKeysParams,
} from './gpg-key.params.js';
import { GpgKeyView, presentGpgKey } from './gpg-key.view.js';

/** GPG keys: of the current user, and for admins of any user. */
@Controller()
export class GpgKeysController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly gpgKeyFacts: GpgKeyFacts,
    private readonly createGpgKey: CreateGpgKey,
    private readonly deleteGpgKey: DeleteGpgKey,
  ) {}

  @Endpoint.get('/user/gpg_keys', {
    summary: "List one's GPG keys",
    scope: 'read_user',
    params: OwnGpgKeysParams,
    returns: returns.page(GpgKeyView),
  })
  async listOwn(@Call() { params, user }: CallOf<typeof OwnGpgKeysParams>) {
    const request = pageRequest(params, { by: 'id', sort: 'asc' });
    return (await this.gpgKeyFacts.page(user.userId, request)).map(presentGpgKey);
  }

  @Endpoint.get('/users/:id/gpg_keys', {
    summary: 'List GPG keys of a user',
    scope: 'read_user',
    admin: true,
    params: GpgKeysParams,
    returns: returns.page(GpgKeyView),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof GpgKeysParams>) {
    const { id } = await this.userFacts.one(params.id);
    return (await this.gpgKeyFacts.page(id, pageRequest(params, { by: 'id', sort: 'asc' }))).map(presentGpgKey);
  }

  @Endpoint.get('/user/gpg_keys/:key_id', {
    summary: "Read one of one's GPG keys",
    scope: 'read_user',
    params: OwnGpgKeyParams,
    returns: returns.json(GpgKeyView),
    refuses: [GpgKeyNotFound],
  })
  async oneOwn(@Call() { params, user }: CallOf<typeof OwnGpgKeyParams>) {
    return presentGpgKey(await this.gpgKeyFacts.one(user.userId, params.key_id));
  }

  @Endpoint.get('/users/:id/gpg_keys/:key_id', {
    summary: 'Read a GPG key of a user',
    scope: 'read_user',
    admin: true,
    params: GpgKeyParams,
    returns: returns.json(GpgKeyView),
    refuses: [UserNotFound, GpgKeyNotFound],
  })
  async one(@Call() { params }: CallOf<typeof GpgKeyParams>) {
    const { id } = await this.userFacts.one(params.id);
    return presentGpgKey(await this.gpgKeyFacts.one(id, params.key_id));
  }

  @Endpoint.post('/user/gpg_keys', {
    summary: 'Add a GPG key for oneself',
    params: CreateOwnGpgKeyParams,
    returns: returns.json(GpgKeyView),
    refuses: [GpgKeyInvalid, UserNotFound],
  })
  async createOwn(@Call() { params, user }: CallOf<typeof CreateOwnGpgKeyParams>) {
    return presentGpgKey(await this.createGpgKey.execute(user.userId, params.key));
  }

  @Endpoint.post('/users/:id/gpg_keys', {
    summary: 'Add a GPG key for a user',
    admin: true,
    params: CreateGpgKeyParams,
    returns: returns.json(GpgKeyView),
    refuses: [UserNotFound, Forbidden, GpgKeyInvalid],
  })
  async create(@Call() { params }: CallOf<typeof CreateGpgKeyParams>) {
    const { id } = await this.userFacts.changeable(params.id);
    return presentGpgKey(await this.createGpgKey.execute(id, params.key));
  }

  @Endpoint.delete('/user/gpg_keys/:key_id', {
    summary: "Delete one of one's GPG keys",
    params: OwnGpgKeyParams,
    returns: returns.empty,
    refuses: [GpgKeyNotFound, PreconditionFailed],
  })
  async deleteOwn(@Call() { params, user, unlessModified }: CallOf<typeof OwnGpgKeyParams>) {
    await this.deleteGpgKey.execute(user.userId, params.key_id, unlessModified);
  }

  @Endpoint.delete('/users/:id/gpg_keys/:key_id', {
    summary: 'Delete a GPG key of a user',
    admin: true,
    params: GpgKeyParams,
    returns: returns.empty,
    refuses: [UserNotFound, GpgKeyNotFound, PreconditionFailed],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof GpgKeyParams>) {
    const { id } = await this.userFacts.one(params.id);
    await this.deleteGpgKey.execute(id, params.key_id, unlessModified);
  }

  @Endpoint.post('/user/gpg_keys/:key_id/revoke', {
    summary: "Revoke one of one's GPG keys",
    params: OwnGpgKeyParams,
    returns: returns.accepted,
    refuses: [GpgKeyNotFound],
  })
  async revokeOwn(@Call() { params, user }: CallOf<typeof OwnGpgKeyParams>) {
    await this.deleteGpgKey.revoke(user.userId, params.key_id);
  }

  @Endpoint.post('/users/:id/gpg_keys/:key_id/revoke', {
    summary: 'Revoke a GPG key of a user',
    admin: true,
    params: GpgKeyParams,
    returns: returns.accepted,
    refuses: [UserNotFound, GpgKeyNotFound],
  })
  async revoke(@Call() { params }: CallOf<typeof GpgKeyParams>) {
    const { id } = await this.userFacts.one(params.id);
    await this.deleteGpgKey.revoke(id, params.key_id);
  }
}
