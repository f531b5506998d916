import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { NamespaceNotFound, NamespaceNotOnTop } from '../refusals.js';
import { SetStorageLimit } from '../repositories/set-storage-limit.js';
import { NamespaceFacts } from './namespace.facts.js';
import {
  ListNamespacesParams,
  NamespaceParams,
  NamespacePathParams,
  UpdateNamespaceParams,
} from './namespace.params.js';
import {
  NamespaceDetailView,
  NamespaceExistsView,
  NamespaceView,
  presentNamespace,
  presentNamespaceDetail,
  presentNamespaceExists,
} from './namespace.view.js';

@Controller()
export class NamespacesController {
  constructor(
    private readonly namespaceFacts: NamespaceFacts,
    private readonly setStorageLimit: SetStorageLimit,
  ) {}

  @Endpoint.get('/namespaces', {
    summary: "List the caller's own namespace and the groups that they are a member of; admins see all",
    params: ListNamespacesParams,
    returns: returns.page(NamespaceView),
  })
  async list(@Call() { params, user }: CallOf<typeof ListNamespacesParams>): Promise<Page<NamespaceView>> {
    const { search, sort = 'asc' } = params;
    const request = pageRequest(params, { by: 'id', sort });
    return (await this.namespaceFacts.page(user, { search, sort }, request)).map(presentNamespace);
  }

  @Endpoint.get('/namespaces/:id', {
    summary: 'Get a namespace',
    params: NamespaceParams,
    returns: returns.json(NamespaceDetailView),
    refuses: [NamespaceNotFound],
  })
  async one(@Call() { params, user }: CallOf<typeof NamespaceParams>): Promise<NamespaceDetailView> {
    return presentNamespaceDetail(await this.namespaceFacts.one(params.id, user));
  }

  @Endpoint.put('/namespaces/:id', {
    summary: 'Limit the size of all repositories in a namespace',
    admin: true,
    params: UpdateNamespaceParams,
    returns: returns.json(NamespaceDetailView),
    refuses: [NamespaceNotFound, NamespaceNotOnTop],
  })
  async update(@Call() { params, user }: CallOf<typeof UpdateNamespaceParams>): Promise<NamespaceDetailView> {
    const { id } = await this.namespaceFacts.one(params.id, user);
    await this.setStorageLimit.execute(id, params.storage_size_limit ?? null);
    return presentNamespaceDetail(await this.namespaceFacts.one({ id }, user));
  }

  @Endpoint.get('/namespaces/:id/exists', {
    summary: 'Find out whether a path of a namespace is used',
    params: NamespacePathParams,
    returns: returns.json(NamespaceExistsView),
  })
  async exists(@Call() { params, user }: CallOf<typeof NamespacePathParams>): Promise<NamespaceExistsView> {
    const { id: path, parent_id: parentId = null } = params;
    return presentNamespaceExists(path, await this.namespaceFacts.pathUse(path, parentId, user));
  }
}
