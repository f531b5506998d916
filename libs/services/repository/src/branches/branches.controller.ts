import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BranchView, presentBranch } from './branch.view.js';
import { BranchesFacts } from './branches.facts.js';
import { BranchesParams } from './branches.params.js';

@Controller()
export class BranchesController {
  constructor(private readonly facts: BranchesFacts) {}

  @Endpoint.get('/projects/:id/repository/branches', {
    summary: 'List the branches',
    anonymous: 'allowed',
    can: abilities.downloadCode,
    authorize: 'before-params',
    params: BranchesParams,
    returns: returns.page(BranchView),
  })
  async list(@Call() call: CallOf<typeof BranchesParams>): Promise<Page<BranchView>> {
    const { page, per_page: perPage } = call.params;
    return (await this.facts.page(call.project.project.id, { page, perPage })).map(presentBranch);
  }
}
