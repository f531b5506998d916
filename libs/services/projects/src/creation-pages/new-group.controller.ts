import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, GroupNotFound, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { CreateGroup } from '../groups/create.js';
import { newGroup } from '../groups/group.params.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { GroupInvalid } from '../refusals.js';
import { CreationFacts } from './creation.facts.js';
import { NewGroupFormParams, NewGroupPageParams } from './creation-page.params.js';
import { presentNewGroup } from './creation-pages.view.js';

/** Page of a new group, on top or in another one. */
@Controller()
export class NewGroupController {
  constructor(
    private readonly creationFacts: CreationFacts,
    private readonly createGroup: CreateGroup,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/groups/new', {
    summary: 'Show the form of a new group',
    params: NewGroupPageParams,
    returns: returns.html,
    refuses: [Forbidden],
  })
  async blank(@Call() call: CallOf<typeof NewGroupPageParams>) {
    const { parent_id: asked } = call.params;
    const choices = await this.creationFacts.choices('subgroups', call.user, asked);
    const data = presentNewGroup(choices, call.user, { parent_id: asked });
    if (data.targets.length === 0) throw Forbidden();
    return this.pages.page(call, 'new-group', data);
  }

  @Endpoint.post('/groups/new', {
    summary: 'Create a group in a browser',
    params: NewGroupFormParams,
    returns: returns.html,
    refuses: [GroupNotFound, Forbidden],
  })
  async create(@Call() call: CallOf<typeof NewGroupFormParams>) {
    const { params, user } = call;
    const made = await attempt(() => this.createGroup.execute(newGroup(params), user, GroupInvalid), [GroupInvalid]);
    if ('value' in made) return new Redirect(`/groups/${made.value.fullPath}`);
    const choices = await this.creationFacts.choices('subgroups', user, params.parent_id);
    return this.pages.page(call, 'new-group', presentNewGroup(choices, user, params, made.failures));
  }
}
