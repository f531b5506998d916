import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { MOVE_REFUSALS } from '../journal/move-refs.js';
import { ProtectedTagsFacts } from '../protected-tags/protected-tags.facts.js';
import {
  MilestonesNotFound,
  ReleaseChangesMissing,
  ReleaseExists,
  ReleaseLinkInvalid,
  ReleaseLinkNotFound,
  ReleaseMissing,
  ReleaseNotFound,
  ReleaseRefMissing,
  ReleaseTagMissing,
  RepositoryBusy,
  TagExists,
  TagNameInvalid,
  TagTargetInvalid,
} from '../refusals.js';
import { linkSettings } from '../release-links/release-link.params.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { rightsOf } from '../repositories/reader.js';
import { CreateRelease } from './create.js';
import { DeleteRelease } from './delete.js';
import { READ_RELEASES, WRITE_RELEASES } from './release-access.js';
import { releaseAddress, type ReleasePlace } from './release-address.js';
import {
  CreateReleaseParams,
  DeleteReleaseParams,
  DownloadParams,
  LatestReleaseParams,
  ReleaseParams,
  ReleasesParams,
  UpdateReleaseParams,
} from './release.params.js';
import { ReleaseView, presentRelease } from './release.view.js';
import { ReleasesFacts, type ReleaseFact } from './releases.facts.js';
import { UpdateRelease } from './update.js';

@Controller()
export class ReleasesController {
  constructor(
    private readonly releasesFacts: ReleasesFacts,
    private readonly ensureRepository: EnsureRepository,
    private readonly createRelease: CreateRelease,
    private readonly updateRelease: UpdateRelease,
    private readonly deleteRelease: DeleteRelease,
    private readonly protectedTagsFacts: ProtectedTagsFacts,
  ) {}

  @Endpoint.get('/projects/:id/releases', {
    summary: 'List the releases of a project',
    ...READ_RELEASES,
    params: ReleasesParams,
    returns: returns.page(ReleaseView),
  })
  async list(@Call() call: CallOf<typeof ReleasesParams>): Promise<Page<ReleaseView>> {
    const { order_by: orderBy, sort, page, per_page: perPage } = call.params;
    const releases = await this.releasesFacts.page(call.project.project.id, { orderBy, sort }, { page, perPage });
    return releases.map((fact) => present(call, fact));
  }

  @Endpoint.get('/projects/:id/releases/:tag_name', {
    summary: 'Get the release of a tag',
    ...READ_RELEASES,
    params: ReleaseParams,
    returns: returns.json(ReleaseView),
    refuses: [ReleaseNotFound],
  })
  async one(@Call() call: CallOf<typeof ReleaseParams>): Promise<ReleaseView> {
    return present(call, await this.releasesFacts.one(call.project.project.id, call.params.tag_name));
  }

  @Endpoint.get('/projects/:id/releases/permalink/latest', {
    summary: 'Redirect to the latest release',
    ...READ_RELEASES,
    params: LatestReleaseParams,
    returns: returns.redirect,
    refuses: [ReleaseNotFound],
  })
  async latest(@Call() call: CallOf<typeof LatestReleaseParams>): Promise<URL> {
    const tag = await this.releasesFacts.latest(call.project.project.id);
    return new URL(releaseAddress(placeOf(call), tag));
  }

  @Endpoint.get('/projects/:id/releases/:tag_name/downloads/:filepath', {
    summary: 'Redirect to a file of a release',
    ...READ_RELEASES,
    params: DownloadParams,
    returns: returns.redirect,
    refuses: [ReleaseNotFound, ReleaseLinkNotFound],
  })
  async download(@Call() { params, project }: CallOf<typeof DownloadParams>): Promise<URL> {
    const { tag_name: tag, filepath } = params;
    return new URL((await this.releasesFacts.link(project.project.id, tag, { filepath })).url);
  }

  @Endpoint.post('/projects/:id/releases', {
    summary: 'Create a release, and its tag if that does not exist',
    ...WRITE_RELEASES,
    params: CreateReleaseParams,
    returns: returns.json(ReleaseView),
    refuses: [
      ...[ReleaseExists, ReleaseLinkInvalid, MilestonesNotFound, ReleaseRefMissing, ReleaseTagMissing],
      ...[TagNameInvalid, TagExists, TagTargetInvalid, ...MOVE_REFUSALS],
    ],
  })
  async create(@Call() call: CallOf<typeof CreateReleaseParams>): Promise<ReleaseView> {
    const { params, project, user } = call;
    const { id } = project.project;
    const { tag_name: tag, ref, tag_message: tagMessage = '', name, description = '' } = params;
    const { milestones: milestoneTitles, milestone_ids: milestoneIds, released_at: releasedAt, assets } = params;
    const links = (assets?.links ?? []).map(linkSettings);
    const tagged = { tag, ref, tagMessage, rights: rightsOf(project, user) };
    const release = { ...tagged, name, description, milestoneTitles, milestoneIds, releasedAt, links };
    await this.protectedTagsFacts.requireCreate(call.project, tag);
    const repository = await this.ensureRepository.forChange(id);
    await this.createRelease.execute({ repository, principal: user }, release);
    return present(call, await this.releasesFacts.one(id, tag));
  }

  @Endpoint.put('/projects/:id/releases/:tag_name', {
    summary: 'Change a release',
    ...WRITE_RELEASES,
    params: UpdateReleaseParams,
    returns: returns.json(ReleaseView),
    refuses: [
      ...[ReleaseNotFound, ReleaseChangesMissing, MilestonesNotFound],
      ...[ReleaseTagMissing, ReleaseMissing, RepositoryBusy],
    ],
  })
  async update(@Call() call: CallOf<typeof UpdateReleaseParams>): Promise<ReleaseView> {
    const { id } = call.project.project;
    const { tag_name: tag, name, description } = call.params;
    const { milestones: milestoneTitles, milestone_ids: milestoneIds, released_at: releasedAt } = call.params;
    await this.protectedTagsFacts.requireCreate(call.project, tag);
    const repository = await this.ensureRepository.forChange(id);
    const changes = { name, description, milestoneTitles, milestoneIds, releasedAt };
    await this.updateRelease.execute(repository, tag, changes);
    return present(call, await this.releasesFacts.one(id, tag));
  }

  @Endpoint.delete('/projects/:id/releases/:tag_name', {
    summary: 'Delete a release; its tag stays',
    ...WRITE_RELEASES,
    params: DeleteReleaseParams,
    returns: returns.json(ReleaseView),
    refuses: [ReleaseNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteReleaseParams>): Promise<ReleaseView> {
    const { id } = call.project.project;
    const { tag_name: tag } = call.params;
    const deleted = present(call, await this.releasesFacts.one(id, tag));
    await this.protectedTagsFacts.requireCreate(call.project, tag);
    await this.deleteRelease.execute(id, tag);
    return deleted;
  }
}

function placeOf({ project, caller }: CallOf<typeof LatestReleaseParams>): ReleasePlace {
  const { id: projectId, fullPath } = project.project;
  return { projectId, fullPath, baseUrl: caller.baseUrl };
}

function present(call: CallOf<typeof LatestReleaseParams>, fact: ReleaseFact): ReleaseView {
  return presentRelease(fact, placeOf(call), new Date());
}
