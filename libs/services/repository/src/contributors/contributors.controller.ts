import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ContributorsNotCounted } from '../refusals.js';
import { ContributorView, presentContributor } from './contributor.view.js';
import { ContributorsFacts, type ContributorsQuery } from './contributors.facts.js';
import { ContributorsParams } from './contributors.params.js';

@Controller()
export class ContributorsController {
  constructor(private readonly contributorsFacts: ContributorsFacts) {}

  @Endpoint.get('/projects/:id/repository/contributors', {
    summary: 'List the contributors of the default branch',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: ContributorsParams,
    returns: returns.page(ContributorView),
    refuses: [ContributorsNotCounted],
  })
  async list(@Call() { project, params }: CallOf<typeof ContributorsParams>): Promise<Page<ContributorView>> {
    const { order_by: orderBy = 'newest', sort = 'asc', page, per_page: perPage } = params;
    const query: ContributorsQuery = { orderBy, sort, request: { page, perPage } };
    return (await this.contributorsFacts.page(project.project.id, query)).map(presentContributor);
  }
}
