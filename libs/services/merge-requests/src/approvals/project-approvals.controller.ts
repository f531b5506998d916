import { Controller } from '@nestjs/common';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ApprovalRuleExists, ApprovalRuleNotFound } from '../refusals.js';
import { ApprovalFacts } from './approval.facts.js';
import {
  ApprovalRuleParams,
  ApprovalRulesParams,
  CreateApprovalRuleParams,
  ProjectApprovalsParams,
  UpdateApprovalRuleParams,
  UpdateProjectApprovalsParams,
  configurationChanges,
} from './approval.params.js';
import {
  ProjectApprovalRuleView,
  ProjectApprovalsView,
  presentProjectApprovals,
  presentProjectRule,
} from './approval.view.js';
import { CreateApprovalRule } from './create-rule.js';
import { DeleteApprovalRule } from './delete-rule.js';
import { UpdateApprovalConfiguration } from './update-configuration.js';
import { UpdateApprovalRule } from './update-rule.js';

/** Settings of projects for approvals, and their rules. */
@Controller()
export class ProjectApprovalsController {
  constructor(
    private readonly approvalFacts: ApprovalFacts,
    private readonly updateApprovalConfiguration: UpdateApprovalConfiguration,
    private readonly createApprovalRule: CreateApprovalRule,
    private readonly updateApprovalRule: UpdateApprovalRule,
    private readonly deleteApprovalRule: DeleteApprovalRule,
  ) {}

  @Endpoint.get('/projects/:id/approvals', {
    summary: 'Get the settings of a project for approvals',
    can: abilities.updateApprovers,
    params: ProjectApprovalsParams,
    returns: returns.json(ProjectApprovalsView),
  })
  async settings(@Call() { project }: CallOf<typeof ProjectApprovalsParams>): Promise<ProjectApprovalsView> {
    return presentProjectApprovals(await this.approvalFacts.configuration(project.project.id));
  }

  @Endpoint.post('/projects/:id/approvals', {
    summary: 'Change the settings of a project for approvals',
    can: abilities.updateApprovers,
    params: UpdateProjectApprovalsParams,
    returns: returns.json(ProjectApprovalsView),
  })
  async updateSettings(
    @Call() { params, project }: CallOf<typeof UpdateProjectApprovalsParams>,
  ): Promise<ProjectApprovalsView> {
    const projectId = project.project.id;
    await this.updateApprovalConfiguration.execute(projectId, configurationChanges(params));
    return presentProjectApprovals(await this.approvalFacts.configuration(projectId));
  }

  @Endpoint.get('/projects/:id/approval_rules', {
    summary: 'List the approval rules of a project: one at most',
    can: abilities.updateApprovers,
    params: ApprovalRulesParams,
    returns: returns.page(ProjectApprovalRuleView),
  })
  async rules(@Call() { params, project }: CallOf<typeof ApprovalRulesParams>): Promise<Page<ProjectApprovalRuleView>> {
    const { rule } = await this.approvalFacts.configuration(project.project.id);
    const rules = rule ? [presentProjectRule(rule)] : [];
    const request = { page: params.page, perPage: params.per_page };
    return new Page(params.page === 1 ? rules : [], request, rules.length);
  }

  @Endpoint.post('/projects/:id/approval_rules', {
    summary: 'Create the approval rule of a project',
    can: abilities.updateApprovers,
    params: CreateApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleExists],
  })
  async create(@Call() { params, project }: CallOf<typeof CreateApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const { name, approvals_required: approvalsRequired } = params;
    return presentProjectRule(await this.createApprovalRule.execute(project.project.id, { name, approvalsRequired }));
  }

  @Endpoint.get('/projects/:id/approval_rules/:approval_rule_id', {
    summary: 'Get an approval rule of a project',
    can: abilities.updateApprovers,
    params: ApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleNotFound],
  })
  async rule(@Call() { params, project }: CallOf<typeof ApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const { rule } = await this.approvalFacts.configuration(project.project.id);
    if (rule?.id !== params.approval_rule_id) throw ApprovalRuleNotFound();
    return presentProjectRule(rule);
  }

  @Endpoint.put('/projects/:id/approval_rules/:approval_rule_id', {
    summary: 'Change an approval rule of a project',
    can: abilities.updateApprovers,
    params: UpdateApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleNotFound],
  })
  async update(@Call() { params, project }: CallOf<typeof UpdateApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const changes = { name: params.name, approvalsRequired: params.approvals_required };
    return presentProjectRule(
      await this.updateApprovalRule.execute(project.project.id, params.approval_rule_id, changes),
    );
  }

  @Endpoint.delete('/projects/:id/approval_rules/:approval_rule_id', {
    summary: 'Delete an approval rule of a project',
    can: abilities.updateApprovers,
    params: ApprovalRuleParams,
    returns: returns.empty,
    refuses: [ApprovalRuleNotFound],
  })
  async delete(@Call() { params, project, unlessModified }: CallOf<typeof ApprovalRuleParams>): Promise<void> {
    await this.deleteApprovalRule.execute(project.project.id, params.approval_rule_id, unlessModified);
  }
}
