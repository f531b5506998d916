import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProtectedTagExists, ProtectedTagInvalid, ProtectedTagNotFound } from '../refusals.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { ProtectTag } from './protect.js';
import { CreateProtectedTagParams, ProtectedTagParams, ProtectedTagsParams } from './protected-tag.params.js';
import { ProtectedTagView, presentProtectedTag } from './protected-tag.view.js';
import { ProtectedTagsFacts } from './protected-tags.facts.js';
import { UnprotectTag } from './unprotect.js';

const MANAGE = { can: abilities.manageTagProtection, authorize: 'before-params', routeBy: 'storage' } as const;

@Controller()
export class ProtectedTagsController {
  constructor(
    private readonly protectedTagsFacts: ProtectedTagsFacts,
    private readonly placeRepository: PlaceRepository,
    private readonly protectTag: ProtectTag,
    private readonly unprotectTag: UnprotectTag,
  ) {}

  @Endpoint.get('/projects/:id/protected_tags', {
    summary: 'List the protected tags and patterns',
    ...MANAGE,
    params: ProtectedTagsParams,
    returns: returns.page(ProtectedTagView),
  })
  async list(@Call() call: CallOf<typeof ProtectedTagsParams>): Promise<Page<ProtectedTagView>> {
    const { page, per_page: perPage } = call.params;
    return (await this.protectedTagsFacts.page(call.project.project.id, { page, perPage })).map(presentProtectedTag);
  }

  @Endpoint.get('/projects/:id/protected_tags/:name', {
    summary: 'Get a protected tag or pattern',
    ...MANAGE,
    params: ProtectedTagParams,
    returns: returns.json(ProtectedTagView),
    refuses: [ProtectedTagNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof ProtectedTagParams>): Promise<ProtectedTagView> {
    return presentProtectedTag(await this.protectedTagsFacts.one(project.project.id, params.name));
  }

  @Endpoint.post('/projects/:id/protected_tags', {
    summary: 'Protect a tag, or those that a pattern covers',
    ...MANAGE,
    params: CreateProtectedTagParams,
    returns: returns.json(ProtectedTagView),
    refuses: [ProtectedTagExists, ProtectedTagInvalid],
  })
  async create(@Call() { params, project }: CallOf<typeof CreateProtectedTagParams>): Promise<ProtectedTagView> {
    const { id } = project.project;
    const { name, create_access_level: createLevel } = params;
    await this.placeRepository.execute(id);
    return presentProtectedTag(await this.protectTag.execute(id, { name, createLevel }));
  }

  @Endpoint.delete('/projects/:id/protected_tags/:name', {
    summary: 'Remove the protection of a tag or pattern',
    ...MANAGE,
    params: ProtectedTagParams,
    returns: returns.empty,
    refuses: [ProtectedTagNotFound],
  })
  async delete(@Call() { params, project, unlessModified }: CallOf<typeof ProtectedTagParams>): Promise<void> {
    await this.unprotectTag.execute(project.project.id, params.name, unlessModified);
  }
}
