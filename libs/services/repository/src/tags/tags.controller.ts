import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MOVE_REFUSALS } from '../journal/move-refs.js';
import { ProtectedTagsFacts } from '../protected-tags/protected-tags.facts.js';
import {
  ReleaseExists,
  ReleaseMissing,
  ReleaseTagMissing,
  RepositoryBusy,
  TagExists,
  TagNameInvalid,
  TagNotFound,
  TagTargetInvalid,
} from '../refusals.js';
import { WriteRelease } from '../releases/write-release.js';
import { rightsOf } from '../repositories/reader.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { CreateTag } from './create.js';
import { DeleteTag } from './delete.js';
import { CreateTagParams, TagParams, TagReleaseParams, TagsParams } from './tag.params.js';
import { TagReleaseView, TagView, presentTag, presentTagRelease } from './tag.view.js';
import { TagsFacts } from './tags.facts.js';

@Controller()
export class TagsController {
  constructor(
    private readonly tagsFacts: TagsFacts,
    private readonly ensureRepository: EnsureRepository,
    private readonly createTag: CreateTag,
    private readonly deleteTag: DeleteTag,
    private readonly writeRelease: WriteRelease,
    private readonly protectedTagsFacts: ProtectedTagsFacts,
  ) {}

  @Endpoint.get('/projects/:id/repository/tags', {
    summary: 'List the tags',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    jobTokens: true,
    params: TagsParams,
    returns: returns.page(TagView),
  })
  async list(@Call() call: CallOf<typeof TagsParams>): Promise<Page<TagView>> {
    const { order_by: orderBy, sort, search, page, per_page: perPage } = call.params;
    const tags = await this.tagsFacts.page(call.project.project.id, { orderBy, sort, search, page, perPage });
    return tags.map(presentTag);
  }

  @Endpoint.get('/projects/:id/repository/tags/:tag_name', {
    summary: 'Get a tag',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: TagParams,
    returns: returns.json(TagView),
    refuses: [TagNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof TagParams>): Promise<TagView> {
    return presentTag(await this.tagsFacts.one(project.project.id, params.tag_name));
  }

  @Endpoint.post('/projects/:id/repository/tags', {
    summary: 'Create a tag',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: CreateTagParams,
    returns: returns.json(TagView),
    refuses: [TagNameInvalid, TagExists, TagTargetInvalid, TagNotFound, ReleaseTagMissing, ...MOVE_REFUSALS],
  })
  async create(@Call() { params, project, user }: CallOf<typeof CreateTagParams>): Promise<TagView> {
    const { tag_name: name, ref, message = '', release_description: description } = params;
    const repository = await this.ensureRepository.forChange(project.project.id);
    await this.createTag.execute(
      { repository, principal: user },
      { name, ref, message, rights: rightsOf(project, user) },
    );
    const release = description && { tag: name, description, authorId: user.userId };
    if (release) await this.writeRelease.create(repository, release);
    return presentTag(await this.tagsFacts.one(project.project.id, name));
  }

  @Endpoint.delete('/projects/:id/repository/tags/:tag_name', {
    summary: 'Delete a tag',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: TagParams,
    returns: returns.empty,
    refuses: [TagNotFound, ...MOVE_REFUSALS],
  })
  async delete(@Call() { params, project, user, unlessModified }: CallOf<typeof TagParams>): Promise<void> {
    await this.deleteTag.execute(project.project.id, params.tag_name, user, unlessModified);
  }

  @Endpoint.post('/projects/:id/repository/tags/:tag_name/release', {
    summary: 'Give a tag its release text',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: TagReleaseParams,
    returns: returns.json(TagReleaseView),
    refuses: [ReleaseTagMissing, ReleaseExists, RepositoryBusy],
  })
  async createRelease(@Call() { params, project, user }: CallOf<typeof TagReleaseParams>): Promise<TagReleaseView> {
    await this.protectedTagsFacts.requireCreate(project, params.tag_name);
    const repository = await this.ensureRepository.forChange(project.project.id);
    const release = { tag: params.tag_name, description: params.description, authorId: user.userId };
    return presentTagRelease(await this.writeRelease.create(repository, release));
  }

  @Endpoint.put('/projects/:id/repository/tags/:tag_name/release', {
    summary: 'Change the release text of a tag',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: TagReleaseParams,
    returns: returns.json(TagReleaseView),
    refuses: [ReleaseTagMissing, ReleaseMissing, RepositoryBusy],
  })
  async updateRelease(@Call() { params, project }: CallOf<typeof TagReleaseParams>): Promise<TagReleaseView> {
    await this.protectedTagsFacts.requireCreate(project, params.tag_name);
    const repository = await this.ensureRepository.forChange(project.project.id);
    const { tag_name: tag, description } = params;
    return presentTagRelease(await this.writeRelease.update(repository, tag, { description }));
  }
}
