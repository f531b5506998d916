import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { GroupReleasesFacts } from './group-releases.facts.js';
import { GroupReleasesParams } from './release.params.js';
import { SimpleReleaseView, presentSimpleRelease } from './release.view.js';

@Controller()
export class GroupReleasesController {
  constructor(private readonly groupReleasesFacts: GroupReleasesFacts) {}

  @Endpoint.get('/groups/:id/releases', {
    summary: 'List the releases of the projects in a group and its subgroups',
    can: abilities.listGroupReleases,
    params: GroupReleasesParams,
    returns: returns.page(SimpleReleaseView),
  })
  async list(@Call() { params, group, caller }: CallOf<typeof GroupReleasesParams>): Promise<Page<SimpleReleaseView>> {
    const { order_by: orderBy, sort, page, per_page: perPage } = params;
    const order = { orderBy, sort };
    const now = new Date();
    const releases = await this.groupReleasesFacts.page(group.group.id, caller.principal, order, { page, perPage });
    return releases.map((release) => presentSimpleRelease(release, now));
  }
}
