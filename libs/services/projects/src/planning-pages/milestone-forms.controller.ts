import { Controller, type Type } from '@nestjs/common';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type Attempt } from '@hearth/pages';
import { milestoneAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { CreateMilestone } from '../milestones/create.js';
import { DeleteMilestone } from '../milestones/delete.js';
import { milestoneErrors, type MilestoneColumns } from '../milestones/milestone.rules.js';
import { UpdateMilestone } from '../milestones/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotCreated, MilestoneNotFound, MilestoneNotUpdated } from '../refusals.js';
import { milestonesAddress } from './milestone-pages.view.js';
import { MilestonePage } from './milestone-page.js';
import { milestoneOf, milestonePageParams, withNotice, type MilestonePageParams } from './planning-page.params.js';

const NAMES = { title: 'Title', due_date: 'Due date' };

/** Builds the pages and forms that make and change milestones, which are the same for projects and groups. */
function milestoneFormsController(kind: MemberSourceKind): Type<object> {
  const manages = { can: milestoneAbilities[kind].manage, returns: returns.html } as const;
  const Params = milestonePageParams(kind);
  const at = `/-/${kind}/:id/milestones`;

  @Controller()
  class MilestoneFormsController {
    constructor(
      private readonly createMilestone: CreateMilestone,
      private readonly updateMilestone: UpdateMilestone,
      private readonly deleteMilestone: DeleteMilestone,
      private readonly milestonePage: MilestonePage,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(`${at}/new`, {
      summary: `Show the form of a new milestone of a ${kind}`,
      ...manages,
      params: Params.new,
    })
    form(@Call() call: CallOf<MilestonePageParams['new']>) {
      return this.milestonePage.form(kind, call, null, {});
    }

    @Endpoint.post(at, { summary: `Create a milestone of a ${kind} in a browser`, ...manages, params: Params.create })
    async create(@Call() call: CallOf<MilestonePageParams['create']>) {
      const milestone = milestoneOf(call.params);
      const write = () => this.createMilestone.execute(memberSourceOf(kind, call), milestone, call.user);
      const made = await attemptOf(milestone, write, MilestoneNotCreated);
      if ('failures' in made) return this.milestonePage.form(kind, call, null, { values: call.params, ...made });
      return new Redirect(withNotice(milestonesAddress(kind, call), 'created'));
    }

    @Endpoint.get(`${at}/:iid/edit`, {
      summary: `Show the form of a milestone of a ${kind}`,
      ...manages,
      params: Params.milestone,
      refuses: [MilestoneNotFound],
    })
    async edit(@Call() call: CallOf<MilestonePageParams['milestone']>) {
      return this.milestonePage.form(kind, call, await this.milestonePage.find(kind, call), {});
    }

    @Endpoint.post(`${at}/:iid/edit`, {
      summary: `Change a milestone of a ${kind} in a browser`,
      ...manages,
      params: Params.update,
      refuses: [MilestoneNotFound],
    })
    async update(@Call() call: CallOf<MilestonePageParams['update']>) {
      const found = await this.milestonePage.find(kind, call);
      const changes = milestoneOf(call.params);
      const write = () =>
        this.updateMilestone.execute(memberSourceOf(kind, call), found.id, { ...changes, state: undefined }, call.user);
      const made = await attemptOf(changes, write, MilestoneNotUpdated);
      if ('failures' in made) return this.milestonePage.form(kind, call, found, { values: call.params, ...made });
      return this.back(call, 'saved');
    }

    @Endpoint.post(`${at}/:iid/state`, {
      summary: `Close a milestone of a ${kind}, or activate it again, in a browser`,
      ...manages,
      params: Params.state,
      refuses: [MilestoneNotFound, MilestoneNotUpdated],
    })
    async state(@Call() call: CallOf<MilestonePageParams['state']>) {
      const { id } = await this.milestonePage.find(kind, call);
      const state = call.params.state_event === 'close' ? 'closed' : 'active';
      await this.updateMilestone.execute(memberSourceOf(kind, call), id, { state }, call.user);
      return this.back(call, 'saved');
    }

    @Endpoint.post(`${at}/:iid/delete`, {
      summary: `Delete a milestone of a ${kind} in a browser`,
      ...manages,
      params: Params.delete,
      refuses: [MilestoneNotFound, Forbidden],
    })
    async delete(@Call() call: CallOf<MilestonePageParams['delete']>) {
      const { params, user, unlessModified } = call;
      const { id, title } = await this.milestonePage.find(kind, call);
      const list = milestonesAddress(kind, call);
      if (!params.confirmed) {
        const text = 'Its issues and merge requests stay, without a milestone.';
        const back = `${list}/${params.iid}`;
        return this.pages.confirm(call, { title: `Delete the milestone “${title}”?`, text, button: 'Delete', back });
      }
      await this.deleteMilestone.execute(memberSourceOf(kind, call), id, user, unlessModified);
      return new Redirect(withNotice(list, 'deleted'));
    }

    private back(call: EndpointCall<{ readonly iid: number }>, notice: 'saved') {
      return new Redirect(withNotice(`${milestonesAddress(kind, call)}/${call.params.iid}`, notice));
    }
  }
  return MilestoneFormsController;
}

/** Forms of the milestones of projects. */
export class ProjectMilestoneFormsController extends milestoneFormsController('project') {}

/** Forms of the milestones of groups. */
export class GroupMilestoneFormsController extends milestoneFormsController('group') {}

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
