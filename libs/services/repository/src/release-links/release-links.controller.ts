import { Controller } from '@nestjs/common';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { ProtectedTagsFacts } from '../protected-tags/protected-tags.facts.js';
import { ReleaseLinkInvalid, ReleaseLinkNotFound, ReleaseNotFound } from '../refusals.js';
import { READ_RELEASES, WRITE_RELEASES } from '../releases/release-access.js';
import { releaseAddress } from '../releases/release-address.js';
import { ReleasesFacts } from '../releases/releases.facts.js';
import { CreateReleaseLink } from './create.js';
import { DeleteReleaseLink } from './delete.js';
import {
  CreateReleaseLinkParams,
  OfReleaseParams,
  ReleaseLinkParams,
  ReleaseLinksParams,
  UpdateReleaseLinkParams,
  linkSettings,
} from './release-link.params.js';
import type { ReleaseLink } from './release-link.rules.js';
import { ReleaseLinkView, presentReleaseLink } from './release-link.view.js';
import { UpdateReleaseLink } from './update.js';

@Controller()
export class ReleaseLinksController {
  constructor(
    private readonly releasesFacts: ReleasesFacts,
    private readonly createReleaseLink: CreateReleaseLink,
    private readonly updateReleaseLink: UpdateReleaseLink,
    private readonly deleteReleaseLink: DeleteReleaseLink,
    private readonly protectedTagsFacts: ProtectedTagsFacts,
  ) {}

  @Endpoint.get('/projects/:id/releases/:tag_name/assets/links', {
    summary: 'List the links of a release',
    ...READ_RELEASES,
    params: ReleaseLinksParams,
    returns: returns.page(ReleaseLinkView),
    refuses: [ReleaseNotFound],
  })
  async list(@Call() call: CallOf<typeof ReleaseLinksParams>): Promise<Page<ReleaseLinkView>> {
    const { tag_name: tag, page, per_page: perPage } = call.params;
    const { links } = await this.releasesFacts.release(call.project.project.id, tag);
    return Page.of(links, { page, perPage }).map((link) => present(call, link));
  }

  @Endpoint.get('/projects/:id/releases/:tag_name/assets/links/:link_id', {
    summary: 'Get a link of a release',
    ...READ_RELEASES,
    params: ReleaseLinkParams,
    returns: returns.json(ReleaseLinkView),
    refuses: [ReleaseNotFound, ReleaseLinkNotFound],
  })
  async one(@Call() call: CallOf<typeof ReleaseLinkParams>): Promise<ReleaseLinkView> {
    const { tag_name: tag, link_id: id } = call.params;
    return present(call, await this.releasesFacts.link(call.project.project.id, tag, { id }));
  }

  @Endpoint.post('/projects/:id/releases/:tag_name/assets/links', {
    summary: 'Add a link to a release',
    ...WRITE_RELEASES,
    params: CreateReleaseLinkParams,
    returns: returns.json(ReleaseLinkView),
    refuses: [ReleaseNotFound, ReleaseLinkInvalid],
  })
  async create(@Call() call: CallOf<typeof CreateReleaseLinkParams>): Promise<ReleaseLinkView> {
    const { params, project } = call;
    const settings = linkSettings(params);
    await this.protectedTagsFacts.requireCreate(project, params.tag_name);
    return present(call, await this.createReleaseLink.execute(project.project.id, params.tag_name, settings));
  }

  @Endpoint.put('/projects/:id/releases/:tag_name/assets/links/:link_id', {
    summary: 'Change a link of a release',
    ...WRITE_RELEASES,
    params: UpdateReleaseLinkParams,
    returns: returns.json(ReleaseLinkView),
    refuses: [ReleaseNotFound, ReleaseLinkNotFound, ReleaseLinkInvalid],
  })
  async update(@Call() call: CallOf<typeof UpdateReleaseLinkParams>): Promise<ReleaseLinkView> {
    const {
      tag_name: tag,
      link_id: id,
      name,
      url,
      direct_asset_path: path,
      filepath,
      link_type: linkType,
    } = call.params;
    const changes = { name, url, filepath: path ?? filepath, linkType };
    await this.protectedTagsFacts.requireCreate(call.project, tag);
    return present(call, await this.updateReleaseLink.execute(call.project.project.id, tag, id, changes));
  }

  @Endpoint.delete('/projects/:id/releases/:tag_name/assets/links/:link_id', {
    summary: 'Delete a link of a release',
    ...WRITE_RELEASES,
    params: ReleaseLinkParams,
    returns: returns.json(ReleaseLinkView),
    refuses: [ReleaseNotFound, ReleaseLinkNotFound],
  })
  async delete(@Call() call: CallOf<typeof ReleaseLinkParams>): Promise<ReleaseLinkView> {
    const { tag_name: tag, link_id: id } = call.params;
    await this.protectedTagsFacts.requireCreate(call.project, tag);
    return present(call, await this.deleteReleaseLink.execute(call.project.project.id, tag, id));
  }
}

function present({ params, project, caller }: CallOf<typeof OfReleaseParams>, link: ReleaseLink): ReleaseLinkView {
  const place = { projectId: project.project.id, baseUrl: caller.baseUrl };
  return presentReleaseLink(link, releaseAddress(place, params.tag_name));
}
