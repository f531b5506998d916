import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { labelAbilities } from '../abilities.js';
import { LabelNotFound, LabelNotPromoted } from '../refusals.js';
import { LabelFacts } from './label.facts.js';
import { labelParams } from './label.params.js';
import { GroupLabelView, presentGroupLabel } from './label.view.js';
import { PromoteLabel } from './promote.js';

const Params = labelParams('project').label;

/** Promotion of labels of projects to their groups. */
@Controller()
export class LabelPromotionController {
  constructor(
    private readonly labelFacts: LabelFacts,
    private readonly promoteLabel: PromoteLabel,
  ) {}

  @Endpoint.put('/projects/:id/labels/:label_id/promote', {
    summary: 'Promote a label of a project to its group',
    can: labelAbilities.project.manage,
    params: Params,
    returns: returns.json(GroupLabelView),
    refuses: [LabelNotFound, LabelNotPromoted],
  })
  async promote(@Call() { params, project, user }: CallOf<typeof Params>): Promise<GroupLabelView> {
    const { groupId, labelId } = await this.promoteLabel.execute(project.project.id, params.label_id, user);
    return presentGroupLabel(await this.labelFacts.oneInGroup(groupId, user.userId, { id: labelId, name: '' }));
  }
}
