import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, confirmed } from '@hearth/pages';
import { labelAbilities } from '../abilities.js';
import { PromoteLabel } from '../labels/promote.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { LabelNotFound, LabelNotPromoted } from '../refusals.js';
import { LabelPage } from './label-page.js';
import { labelPageParams, referenceOf, withNotice } from './label-page.params.js';
import { labelsAddress } from './label-pages.view.js';

const Params = labelPageParams('project').label.extend({ confirmed });

/** Form that promotes a label of a project to its group. */
@Controller()
export class LabelPromotionFormController {
  constructor(
    private readonly promoteLabel: PromoteLabel,
    private readonly labelPage: LabelPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.post('/-/project/:id/labels/:label_id/promote', {
    summary: 'Promote a label of a project to its group in a browser',
    can: labelAbilities.project.manage,
    params: Params,
    returns: returns.html,
    refuses: [LabelNotFound],
  })
  async promote(@Call() call: CallOf<typeof Params>) {
    const { params, project, user } = call;
    const [back, reference] = [labelsAddress('project', call), referenceOf(params)];
    if (!params.confirmed) {
      const { name } = await this.labelPage.one('project', call, reference);
      const text =
        'All projects of the group have it then, and their labels of the same name become it. This cannot be undone.';
      return this.pages.confirm(call, { title: `Promote the label “${name}”?`, text, button: 'Promote', back });
    }
    const made = await attempt(
      () => this.promoteLabel.execute(project.project.id, reference, user),
      [LabelNotPromoted],
    );
    if ('value' in made) return new Redirect(withNotice(back, 'promoted'));
    return this.labelPage.edit('project', call, reference, made);
  }
}
