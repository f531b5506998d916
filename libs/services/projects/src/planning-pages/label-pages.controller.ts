import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { labelAbilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';
import { LabelFacts } from '../labels/label.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { presentLabelListPage } from './label-pages.view.js';
import { LabelListPageParams } from './planning-page.params.js';

/** Page of the labels of a project and its groups. */
@Controller()
export class LabelPagesController {
  constructor(
    private readonly labelFacts: LabelFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/labels', {
    summary: 'Show the labels of a project and its groups',
    can: labelAbilities.project.read,
    params: LabelListPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof LabelListPageParams>) {
    const { params, project, user } = call;
    const filters = { withAncestors: true, search: params.search };
    const request = pageOf(params.page);
    const page = await this.labelFacts.pageOfProject(project.project.id, issueCaller(user, project), filters, request);
    const data = presentLabelListPage(project, user, page, params.search?.text ?? '');
    return this.pages.page(call, 'label-list', data);
  }
}
