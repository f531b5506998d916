import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import {
  ApprovalRuleExists,
  ApprovalRuleNameTaken,
  ApprovalRuleNotFound,
  ApproversNotAllowed,
  TooManyApprovalRules,
  TooManyRuleGroups,
} from '../refusals.js';
import { ApprovalFacts } from './approval.facts.js';
import {
  ApprovalRuleParams,
  ApprovalRulesParams,
  CreateApprovalRuleParams,
  ProjectApprovalsParams,
  UpdateApprovalRuleParams,
  UpdateProjectApprovalsParams,
  changedApprovers,
  configurationChanges,
  namedApprovers,
} from './approval.params.js';
import {
  ProjectApprovalRuleView,
  ProjectApprovalsView,
  presentProjectApprovals,
  presentProjectRule,
} from './approval.view.js';
import { ApproverFacts } from './approver.facts.js';
import { CreateApprovalRule } from './create-rule.js';
import { DeleteApprovalRule } from './delete-rule.js';
import { UpdateApprovalConfiguration } from './update-configuration.js';
import { UpdateApprovalRule } from './update-rule.js';

/** Settings of projects for approvals, and their rules. */
@Controller()
export class ProjectApprovalsController {
  constructor(
    private readonly approvalFacts: ApprovalFacts,
    private readonly approverFacts: ApproverFacts,
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
    summary: 'List the approval rules of a project',
    can: abilities.updateApprovers,
    params: ApprovalRulesParams,
    returns: returns.page(ProjectApprovalRuleView),
  })
  async rules(@Call() call: CallOf<typeof ApprovalRulesParams>): Promise<Page<ProjectApprovalRuleView>> {
    const { params, project, user, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const rules = await this.approvalFacts.rules(project.project.id, request, user);
    return rules.map((rule) => presentProjectRule(rule, caller.baseUrl));
  }

  @Endpoint.post('/projects/:id/approval_rules', {
    summary: 'Create an approval rule of a project',
    can: abilities.updateApprovers,
    params: CreateApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleExists, ApprovalRuleNameTaken, TooManyApprovalRules, ApproversNotAllowed],
  })
  async create(@Call() call: CallOf<typeof CreateApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const { params, project, user, caller } = call;
    const { name, approvals_required: approvalsRequired, rule_type: ruleType = 'regular' } = params;
    const projectId = project.project.id;
    const { userIds = [], groupIds = [] } = await this.approverFacts.chosen(projectId, namedApprovers(params), user);
    const draft = { ruleType, name, approvalsRequired, userIds, groupIds };
    const rule = await this.createApprovalRule.execute(projectId, draft);
    const [fact] = await this.approverFacts.describe([rule], user);
    return presentProjectRule(fact!, caller.baseUrl);
  }

  @Endpoint.get('/projects/:id/approval_rules/:approval_rule_id', {
    summary: 'Get an approval rule of a project',
    can: abilities.updateApprovers,
    params: ApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleNotFound],
  })
  async rule(@Call() call: CallOf<typeof ApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const { params, project, user, caller } = call;
    const rule = await this.approvalFacts.rule(project.project.id, params.approval_rule_id, user);
    return presentProjectRule(rule, caller.baseUrl);
  }

  @Endpoint.put('/projects/:id/approval_rules/:approval_rule_id', {
    summary: 'Change an approval rule of a project',
    can: abilities.updateApprovers,
    params: UpdateApprovalRuleParams,
    returns: returns.json(ProjectApprovalRuleView),
    refuses: [ApprovalRuleNotFound, ApprovalRuleNameTaken, ApproversNotAllowed, TooManyRuleGroups],
  })
  async update(@Call() call: CallOf<typeof UpdateApprovalRuleParams>): Promise<ProjectApprovalRuleView> {
    const { params, project, user, caller } = call;
    const projectId = project.project.id;
    const present = await this.approvalFacts.groupIdsOf(projectId, params.approval_rule_id);
    const approvers = await this.approverFacts.changes(projectId, present, changedApprovers(params), user);
    const changes = { name: params.name, approvalsRequired: params.approvals_required, ...approvers };
    const rule = await this.updateApprovalRule.execute(projectId, params.approval_rule_id, changes);
    const [fact] = await this.approverFacts.describe([rule], user);
    return presentProjectRule(fact!, caller.baseUrl);
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
