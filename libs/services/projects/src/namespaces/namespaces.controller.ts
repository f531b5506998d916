import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { NamespaceNotFound } from '../refusals.js';
import { NamespaceFacts } from './namespace.facts.js';
import { ListNamespacesParams, NamespaceParams, NamespacePathParams } from './namespace.params.js';
import { NamespaceExistsView, NamespaceView, presentNamespace, presentNamespaceExists } from './namespace.view.js';

@Controller()
export class NamespacesController {
  constructor(private readonly namespaceFacts: NamespaceFacts) {}

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
    returns: returns.json(NamespaceView),
    refuses: [NamespaceNotFound],
  })
  async one(@Call() { params, user }: CallOf<typeof NamespaceParams>): Promise<NamespaceView> {
    return presentNamespace(await this.namespaceFacts.one(params.id, user));
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
