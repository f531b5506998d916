import { Controller } from '@nestjs/common';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type Attempt } from '@hearth/pages';
import { milestoneAbilities } from '../abilities.js';
import { CreateMilestone } from '../milestones/create.js';
import { DeleteMilestone } from '../milestones/delete.js';
import { milestoneErrors, type MilestoneColumns } from '../milestones/milestone.rules.js';
import { UpdateMilestone } from '../milestones/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotCreated, MilestoneNotFound, MilestoneNotUpdated } from '../refusals.js';
import { milestonesAddress } from './milestone-pages.view.js';
import { MilestonePage } from './milestone-page.js';
import {
  DeleteMilestoneFormParams,
  EditMilestoneFormParams,
  MilestonePageParams,
  MilestoneStateParams,
  milestoneOf,
  NewMilestoneFormParams,
  NewMilestonePageParams,
  withNotice,
} from './planning-page.params.js';

const MANAGE = { can: milestoneAbilities.project.manage, returns: returns.html } as const;
const AT = '/-/project/:id/milestones';
const NAMES = { title: 'Title', due_date: 'Due date' };

/** Pages and forms that make and change the milestones of a project. */
@Controller()
export class MilestoneFormsController {
  constructor(
    private readonly createMilestone: CreateMilestone,
    private readonly updateMilestone: UpdateMilestone,
    private readonly deleteMilestone: DeleteMilestone,
    private readonly milestonePage: MilestonePage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(`${AT}/new`, {
    summary: 'Show the form of a new milestone',
    ...MANAGE,
    params: NewMilestonePageParams,
  })
  form(@Call() call: CallOf<typeof NewMilestonePageParams>) {
    return this.milestonePage.form(call, null, {});
  }

  @Endpoint.post(AT, { summary: 'Create a milestone in a browser', ...MANAGE, params: NewMilestoneFormParams })
  async create(@Call() call: CallOf<typeof NewMilestoneFormParams>) {
    const milestone = milestoneOf(call.params);
    const write = () => this.createMilestone.execute(parentOf(call), milestone, call.user);
    const made = await attemptOf(milestone, write, MilestoneNotCreated);
    if ('failures' in made) return this.milestonePage.form(call, null, { values: call.params, ...made });
    return new Redirect(withNotice(milestonesAddress(call), 'created'));
  }

  @Endpoint.get(`${AT}/:iid/edit`, {
    summary: 'Show the form of a milestone',
    ...MANAGE,
    params: MilestonePageParams,
    refuses: [MilestoneNotFound],
  })
  async edit(@Call() call: CallOf<typeof MilestonePageParams>) {
    return this.milestonePage.form(call, await this.milestonePage.find(call), {});
  }

  @Endpoint.post(`${AT}/:iid/edit`, {
    summary: 'Change a milestone in a browser',
    ...MANAGE,
    params: EditMilestoneFormParams,
    refuses: [MilestoneNotFound],
  })
  async update(@Call() call: CallOf<typeof EditMilestoneFormParams>) {
    const found = await this.milestonePage.find(call);
    const changes = milestoneOf(call.params);
    const write = () =>
      this.updateMilestone.execute(parentOf(call), found.id, { ...changes, state: undefined }, call.user);
    const made = await attemptOf(changes, write, MilestoneNotUpdated);
    if ('failures' in made) return this.milestonePage.form(call, found, { values: call.params, ...made });
    return this.back(call, 'saved');
  }

  @Endpoint.post(`${AT}/:iid/state`, {
    summary: 'Close a milestone, or activate it again, in a browser',
    ...MANAGE,
    params: MilestoneStateParams,
    refuses: [MilestoneNotFound, MilestoneNotUpdated],
  })
  async state(@Call() call: CallOf<typeof MilestoneStateParams>) {
    const { id } = await this.milestonePage.find(call);
    const state = call.params.state_event === 'close' ? 'closed' : 'active';
    await this.updateMilestone.execute(parentOf(call), id, { state }, call.user);
    return this.back(call, 'saved');
  }

  @Endpoint.post(`${AT}/:iid/delete`, {
    summary: 'Delete a milestone in a browser',
    ...MANAGE,
    params: DeleteMilestoneFormParams,
    refuses: [MilestoneNotFound, Forbidden],
  })
  async delete(@Call() call: CallOf<typeof DeleteMilestoneFormParams>) {
    const { params, user, unlessModified } = call;
    const { id, title } = await this.milestonePage.find(call);
    const list = milestonesAddress(call);
    if (!params.confirmed) {
      const text = 'Its issues and merge requests stay, without a milestone.';
      const back = `${list}/${params.iid}`;
      return this.pages.confirm(call, { title: `Delete the milestone “${title}”?`, text, button: 'Delete', back });
    }
    await this.deleteMilestone.execute(parentOf(call), id, user, unlessModified);
    return new Redirect(withNotice(list, 'deleted'));
  }

  private back(call: EndpointCall<{ readonly iid: number }>, notice: 'saved') {
    return new Redirect(withNotice(`${milestonesAddress(call)}/${call.params.iid}`, notice));
  }
}

function parentOf({ project }: EndpointCall<unknown>) {
  return { kind: 'project', id: project.project.id } as const;
}

/**
 * Executes a write of a milestone. Its refusal is one text about all fields, so that they are looked at before; what is left to refuse is the title
 * of another milestone.
 */
async function attemptOf<T>(
  milestone: MilestoneColumns,
  write: () => Promise<T>,
  refusal: AnyRefusalDefinition,
): Promise<Attempt<T>> {
  const errors = Object.entries(milestoneErrors(milestone, false));
  if (errors.length > 0)
    return {
      failures: errors.flatMap(([field, texts]) =>
        texts.map((text) => ({ field, text: `${NAMES[field as keyof typeof NAMES]} ${text}` })),
      ),
    };
  const made = await attempt(write, [refusal]);
  if ('value' in made) return made;
  const [taken] = milestoneErrors(milestone, true)['title'] ?? [];
  return { failures: [{ field: 'title', text: `${NAMES.title} ${taken}` }] };
}
