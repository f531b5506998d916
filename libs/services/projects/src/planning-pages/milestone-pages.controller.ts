import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { PageTexts, pageOf } from '@hearth/pages';
import { abilities, milestoneAbilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { MilestoneFacts } from '../milestones/milestone.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotFound } from '../refusals.js';
import { MilestonePage } from './milestone-page.js';
import { presentMilestoneListPage, presentMilestonePage } from './milestone-pages.view.js';
import { MilestoneListPageParams, noticeOf, ShowMilestonePageParams } from './planning-page.params.js';

/** Pages of the milestones of a project, and of one. */
@Controller()
export class MilestonePagesController {
  constructor(
    private readonly milestoneFacts: MilestoneFacts,
    private readonly milestonePage: MilestonePage,
    private readonly issueFacts: IssueFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/milestones', {
    summary: 'Show the milestones of a project',
    can: milestoneAbilities.project.read,
    params: MilestoneListPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof MilestoneListPageParams>) {
    const { params, project } = call;
    const { state = 'active', search } = params;
    const filters = { ...(state !== 'all' && { state }), ...(search && { search }) };
    const parent = { kind: 'project', id: project.project.id } as const;
    const page = await this.milestoneFacts.page(parent, filters, pageOf(params.page));
    const caller = { mayManage: mayManage(call), notice: noticeOf(params.done) };
    const data = presentMilestoneListPage(project, page, { state, search: search?.text ?? '' }, caller);
    return this.pages.page(call, 'milestone-list', data);
  }

  @Endpoint.get('/-/project/:id/milestones/:iid', {
    summary: 'Show a milestone with the progress of its issues',
    can: milestoneAbilities.project.read,
    params: ShowMilestonePageParams,
    returns: returns.html,
    refuses: [MilestoneNotFound],
  })
  async show(@Call() call: CallOf<typeof ShowMilestonePageParams>) {
    const { params, project, user } = call;
    const milestone = await this.milestonePage.find(call);
    const context = { project: project.project.fullPath };
    const [[description], counts] = await Promise.all([
      this.pageTexts.of([milestone.description ?? ''], context, { principal: user }),
      may(abilities.readIssue, project, user) ? this.counts(call, milestone.id) : null,
    ]);
    const caller = { mayManage: mayManage(call), notice: noticeOf(params.done) };
    const data = presentMilestonePage(project, milestone, { description: description!, counts }, caller);
    return this.pages.page(call, 'milestone', data);
  }

  private counts({ project, user }: EndpointCall<object>, milestoneId: number) {
    const { readsAll } = issueCaller(user, project);
    const scope = { of: 'project', projectId: project.project.id, readsAll } as const;
    const filters = { milestoneId, orderBy: 'created_at', sort: 'desc' } as const;
    return this.issueFacts.counts(projectsCaller(user), scope, filters);
  }
}

function mayManage({ project, user }: EndpointCall<unknown>): boolean {
  return may(milestoneAbilities.project.manage, project, user);
}
