import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { TreeFacts } from './tree.facts.js';
import { TreeParams } from './tree.params.js';
import { TreeEntryView, presentTreeEntry } from './tree.view.js';

@Controller()
export class TreeController {
  constructor(private readonly treeFacts: TreeFacts) {}

  @Endpoint.get('/projects/:id/repository/tree', {
    summary: 'List a directory of the repository',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: TreeParams,
    returns: returns.page(TreeEntryView),
    refuses: [TreeNotFound],
  })
  async list(@Call() call: CallOf<typeof TreeParams>): Promise<Page<TreeEntryView>> {
    const { path, ref, recursive, page, per_page: perPage } = call.params;
    const query = { path, ref, recursive, page, perPage };
    return (await this.treeFacts.page(readerOf(call), query, call.signal)).map(presentTreeEntry);
  }
}
