import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, pageRequest, returns, type CallOf } from '@hearth/http';
import { SshKeyInvalid, SshKeyNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { CreateSshKey } from './create.js';
import { DeleteSshKey } from './delete.js';
import { SshKeyFacts } from './ssh-key.facts.js';
import {
  CreateOwnSshKeyParams,
  CreateSshKeyParams,
  OwnSshKeyParams,
  OwnSshKeysParams,
  SshKeyParams,
  SshKeysParams,
  wantedSshKeyOf,
} from './ssh-key.params.js';
import { SshKeyView, presentSshKey } from './ssh-key.view.js';

/** SSH keys: of the current user, and for admins of any user. */
@Controller()
export class SshKeysController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly sshKeyFacts: SshKeyFacts,
    private readonly createSshKey: CreateSshKey,
    private readonly deleteSshKey: DeleteSshKey,
  ) {}

  @Endpoint.get('/user/keys', {
    summary: "List one's SSH keys",
    scope: 'read_user',
    params: OwnSshKeysParams,
    returns: returns.page(SshKeyView),
  })
  async listOwn(@Call() { params, user }: CallOf<typeof OwnSshKeysParams>) {
    const request = pageRequest(params, { by: 'id', sort: 'asc' });
    return (await this.sshKeyFacts.page(user.userId, request)).map(presentSshKey);
  }

  @Endpoint.get('/users/:id/keys', {
    summary: 'List SSH keys of a user',
    scope: 'read_user',
    admin: true,
    params: SshKeysParams,
    returns: returns.page(SshKeyView),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof SshKeysParams>) {
    const { id } = await this.userFacts.one(params.id);
    return (await this.sshKeyFacts.page(id, pageRequest(params, { by: 'id', sort: 'asc' }))).map(presentSshKey);
  }

  @Endpoint.get('/user/keys/:key_id', {
    summary: "Read one of one's SSH keys",
    scope: 'read_user',
    params: OwnSshKeyParams,
    returns: returns.json(SshKeyView),
    refuses: [SshKeyNotFound],
  })
  async oneOwn(@Call() { params, user }: CallOf<typeof OwnSshKeyParams>) {
    return presentSshKey(await this.sshKeyFacts.one(user.userId, params.key_id));
  }

  @Endpoint.get('/users/:id/keys/:key_id', {
    summary: 'Read an SSH key of a user',
    scope: 'read_user',
    admin: true,
    params: SshKeyParams,
    returns: returns.json(SshKeyView),
    refuses: [UserNotFound, SshKeyNotFound],
  })
  async one(@Call() { params }: CallOf<typeof SshKeyParams>) {
    const { id } = await this.userFacts.one(params.id);
    return presentSshKey(await this.sshKeyFacts.one(id, params.key_id));
  }

  @Endpoint.post('/user/keys', {
    summary: 'Add an SSH key for oneself',
    params: CreateOwnSshKeyParams,
    returns: returns.json(SshKeyView),
    refuses: [SshKeyInvalid, UserNotFound],
  })
  async createOwn(@Call() { params, user }: CallOf<typeof CreateOwnSshKeyParams>) {
    return presentSshKey(await this.createSshKey.execute(user.userId, wantedSshKeyOf(params)));
  }

  @Endpoint.post('/users/:id/keys', {
    summary: 'Add an SSH key for a user',
    admin: true,
    params: CreateSshKeyParams,
    returns: returns.json(SshKeyView),
    refuses: [UserNotFound, Forbidden, SshKeyInvalid],
  })
  async create(@Call() { params }: CallOf<typeof CreateSshKeyParams>) {
    const { id } = await this.userFacts.changeable(params.id);
    return presentSshKey(await this.createSshKey.execute(id, wantedSshKeyOf(params)));
  }

  @Endpoint.delete('/user/keys/:key_id', {
    summary: "Delete one of one's SSH keys",
    params: OwnSshKeyParams,
    returns: returns.empty,
    refuses: [SshKeyNotFound, PreconditionFailed],
  })
  async deleteOwn(@Call() { params, user, unlessModified }: CallOf<typeof OwnSshKeyParams>) {
    await this.deleteSshKey.execute(user.userId, params.key_id, unlessModified);
  }

  @Endpoint.delete('/users/:id/keys/:key_id', {
    summary: 'Delete an SSH key of a user',
    admin: true,
    params: SshKeyParams,
    returns: returns.empty,
    refuses: [UserNotFound, SshKeyNotFound, PreconditionFailed],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof SshKeyParams>) {
    const { id } = await this.userFacts.one(params.id);
    await this.deleteSshKey.execute(id, params.key_id, unlessModified);
  }
}
