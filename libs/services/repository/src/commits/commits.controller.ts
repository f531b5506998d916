import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitView, presentCommit } from './commit.view.js';
import { CommitsFacts } from './commits.facts.js';
import { CommitsParams } from './commits.params.js';

@Controller()
export class CommitsController {
  constructor(private readonly facts: CommitsFacts) {}

  @Endpoint.get('/projects/:id/repository/commits', {
    summary: 'List the commits of a branch or tag',
    anonymous: 'allowed',
    can: abilities.downloadCode,
    authorize: 'before-params',
    params: CommitsParams,
    returns: returns.page(CommitView),
  })
  async list(@Call() call: CallOf<typeof CommitsParams>): Promise<Page<CommitView>> {
    const { ref_name: ref, since, until, path, page, per_page: perPage } = call.params;
    const query = { ref, since, until, path, page, perPage };
    return (await this.facts.page(call.project.project.id, query, call.signal)).map(presentCommit);
  }
}
