import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { refusalOf, type Sentences } from '@hearth/pages';
import { milestoneAbilities } from '../abilities.js';
import { PromoteMilestone } from '../milestones/promote.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotFound, MilestoneNotPromoted } from '../refusals.js';
import { milestonesAddress } from './milestone-pages.view.js';
import { MilestonePage } from './milestone-page.js';
import { milestonePageParams, withNotice } from './planning-page.params.js';

const Params = milestonePageParams('project').delete;

const REFUSALS: Sentences = [
  [MilestoneNotPromoted, 'The group has a milestone with this title.'],
  [Forbidden, 'The project is of no group whose milestones you manage.'],
];

/** Form that promotes a milestone of a project to its group. */
@Controller()
export class MilestonePromotionFormController {
  constructor(
    private readonly promoteMilestone: PromoteMilestone,
    private readonly milestonePage: MilestonePage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.post('/-/project/:id/milestones/:iid/promote', {
    summary: 'Promote a milestone of a project to its group in a browser',
    can: milestoneAbilities.project.manage,
    params: Params,
    returns: returns.html,
    refuses: [MilestoneNotFound],
  })
  async promote(@Call() call: CallOf<typeof Params>) {
    const { params, project, user } = call;
    const milestone = await this.milestonePage.find('project', call);
    const list = milestonesAddress('project', call);
    if (!params.confirmed)
      return this.pages.confirm(call, {
        title: `Promote the milestone “${milestone.title}”?`,
        text: 'All projects of the group have it then, and their milestones of the same title become it. This cannot be undone.',
        ...{ button: 'Promote', back: `${list}/${params.iid}` },
      });
    const error = await refusalOf(
      () => this.promoteMilestone.execute(project.project.id, milestone.id, user),
      REFUSALS,
    );
    if (error === null) return new Redirect(withNotice(list, 'promoted'));
    return this.milestonePage.form('project', call, milestone, { failures: [{ field: null, text: error }] });
  }
}
