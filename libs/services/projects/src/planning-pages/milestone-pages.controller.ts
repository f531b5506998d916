import { Controller, type Type } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { PageTexts, pageOf } from '@hearth/pages';
import { abilities, milestoneAbilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { GroupFacts } from '../groups/group.facts.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { MilestoneFacts } from '../milestones/milestone.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotFound } from '../refusals.js';
import { MilestonePage } from './milestone-page.js';
import { presentMilestoneListPage, presentMilestonePage } from './milestone-pages.view.js';
import { milestonePageParams, noticeOf, type MilestonePageParams } from './planning-page.params.js';

/** Builds the pages of milestones, which are the same for projects and groups. */
function milestonePagesController(kind: MemberSourceKind): Type<object> {
  const { read, manage } = milestoneAbilities[kind];
  const Params = milestonePageParams(kind);
  const at = `/-/${kind}/:id/milestones`;

  @Controller()
  class MilestonePagesController {
    constructor(
      private readonly milestoneFacts: MilestoneFacts,
      private readonly milestonePage: MilestonePage,
      private readonly issueFacts: IssueFacts,
      private readonly groupFacts: GroupFacts,
      private readonly pageTexts: PageTexts,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the milestones of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.html,
    })
    async list(@Call() call: CallOf<MilestonePageParams['list']>) {
      const { params } = call;
      const { state = 'active', search } = params;
      const filters = { ...(state !== 'all' && { state }), ...(search && { search }) };
      const page = await this.milestoneFacts.page(memberSourceOf(kind, call), filters, pageOf(params.page));
      const caller = { mayManage: this.mayManage(call), notice: noticeOf(params.done) };
      const data = presentMilestoneListPage(kind, call, page, { state, search: search?.text ?? '' }, caller);
      return this.pages.page(call, 'milestone-list', data);
    }

    @Endpoint.get(`${at}/:iid`, {
      summary: `Show a milestone of a ${kind} with the progress of its issues`,
      can: read,
      params: Params.show,
      returns: returns.html,
      refuses: [MilestoneNotFound],
    })
    async show(@Call() call: CallOf<MilestonePageParams['show']>) {
      const { params, user } = call;
      const milestone = await this.milestonePage.find(kind, call);
      const [[description], counts, mayPromote] = await Promise.all([
        this.pageTexts.of(
          [milestone.description ?? ''],
          kind === 'project' ? { project: call.project.project.fullPath } : {},
          { principal: user },
        ),
        kind === 'group' || may(abilities.readIssue, call.project, user) ? this.counts(call, milestone.id) : null,
        this.mayPromote(call),
      ]);
      const caller = { mayManage: this.mayManage(call), mayPromote, notice: noticeOf(params.done) };
      const data = presentMilestonePage(kind, call, milestone, { description: description!, counts }, caller);
      return this.pages.page(call, 'milestone', data);
    }

    private async mayPromote(call: EndpointCall<unknown>): Promise<boolean> {
      if (kind === 'group' || !this.mayManage(call)) return false;
      const group = await this.groupFacts.ofProject(call.project.project.namespaceId, call.user);
      return group !== null && may(milestoneAbilities.group.manage, group, call.user);
    }

    private counts(call: EndpointCall<object>, milestoneId: number) {
      const { user } = call;
      const scope =
        kind === 'project'
          ? ({
              of: 'project',
              projectId: call.project.project.id,
              readsAll: issueCaller(user, call.project).readsAll,
            } as const)
          : ({ of: 'group', groupId: call.group.group.id } as const);
      const filters = { milestoneId, orderBy: 'created_at', sort: 'desc' } as const;
      return this.issueFacts.counts(projectsCaller(user), scope, filters);
    }

    private mayManage(call: EndpointCall<unknown>): boolean {
      return may(manage, call[kind], call.user);
    }
  }
  return MilestonePagesController;
}

/** Pages of the milestones of projects. */
export class ProjectMilestonePagesController extends milestonePagesController('project') {}

/** Pages of the milestones of groups. */
export class GroupMilestonePagesController extends milestonePagesController('group') {}
