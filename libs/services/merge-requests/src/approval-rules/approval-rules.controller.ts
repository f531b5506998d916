import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import {
  CreateMergeRequestRuleParams,
  MergeRequestRuleParams,
  UpdateMergeRequestRuleParams,
  changedApprovers,
  namedApprovers,
} from '../approvals/approval.params.js';
import type { CountedRule } from '../approvals/approval.rules.js';
import { MergeRequestRuleView, presentMergeRequestRule } from '../approvals/approval.view.js';
import { ApproverFacts } from '../approvals/approver.facts.js';
import { PagedMergeRequestParams } from '../merge-requests/merge-request.params.js';
import {
  ApprovalRuleNameTaken,
  ApprovalRuleNotFound,
  ApproversNotAllowed,
  MergeRequestNotFound,
  MergeRequestRuleExists,
  TooManyApprovalRules,
  TooManyRuleGroups,
} from '../refusals.js';
import { MergeRequestRuleFacts } from './approval-rule.facts.js';
import { CreateMergeRequestRule } from './create.js';
import { DeleteMergeRequestRule } from './delete.js';
import { UpdateMergeRequestRule } from './update.js';

/** Approval rules of merge requests. */
@Controller()
export class MergeRequestRulesController {
  constructor(
    private readonly mergeRequestRuleFacts: MergeRequestRuleFacts,
    private readonly approverFacts: ApproverFacts,
    private readonly createMergeRequestRule: CreateMergeRequestRule,
    private readonly updateMergeRequestRule: UpdateMergeRequestRule,
    private readonly deleteMergeRequestRule: DeleteMergeRequestRule,
  ) {}

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/approval_rules', {
    summary: 'List the approval rules of a merge request',
    can: abilities.readMergeRequest,
    params: PagedMergeRequestParams,
    returns: returns.page(MergeRequestRuleView),
    refuses: [MergeRequestNotFound],
  })
  async rules(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<MergeRequestRuleView>> {
    const { params, project, user, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const rules = await this.mergeRequestRuleFacts.page(project, params.merge_request_iid, request, user);
    return rules.map((rule) => presentMergeRequestRule(rule, caller.baseUrl));
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/approval_rules', {
    summary: 'Create an approval rule of a merge request',
    can: abilities.updateMergeRequest,
    params: CreateMergeRequestRuleParams,
    returns: returns.json(MergeRequestRuleView),
    refuses: [
      ...[MergeRequestNotFound, ApprovalRuleNotFound, MergeRequestRuleExists, ApprovalRuleNameTaken],
      ...[TooManyApprovalRules, ApproversNotAllowed],
    ],
  })
  async create(@Call() call: CallOf<typeof CreateMergeRequestRuleParams>): Promise<MergeRequestRuleView> {
    const { params, project, user } = call;
    const named = namedApprovers(params);
    const { userIds = [], groupIds = [] } = await this.approverFacts.chosen(project.project.id, named, user);
    const isForAny = [named.userIds, named.usernames, named.groupIds].every((each) => (each ?? []).length === 0);
    const draft = {
      sourceRuleId: params.approval_project_rule_id ?? null,
      ruleType: params.rule_type ?? (isForAny ? 'any_approver' : 'regular'),
      ...{ name: params.name, approvalsRequired: params.approvals_required, userIds, groupIds },
    };
    return this.present(
      call,
      await this.createMergeRequestRule.execute(project, params.merge_request_iid, draft, user),
    );
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id', {
    summary: 'Get an approval rule of a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestRuleParams,
    returns: returns.json(MergeRequestRuleView),
    refuses: [MergeRequestNotFound, ApprovalRuleNotFound],
  })
  async rule(@Call() call: CallOf<typeof MergeRequestRuleParams>): Promise<MergeRequestRuleView> {
    return this.present(call, await this.mergeRequestRuleFacts.rule(call.project, ruleOf(call.params), call.user));
  }

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id', {
    summary: 'Change an approval rule of a merge request',
    can: abilities.updateMergeRequest,
    params: UpdateMergeRequestRuleParams,
    returns: returns.json(MergeRequestRuleView),
    refuses: [
      ...[MergeRequestNotFound, ApprovalRuleNotFound, ApprovalRuleNameTaken],
      ...[ApproversNotAllowed, TooManyRuleGroups],
    ],
  })
  async update(@Call() call: CallOf<typeof UpdateMergeRequestRuleParams>): Promise<MergeRequestRuleView> {
    const { params, project, user } = call;
    const { groupIds } = await this.mergeRequestRuleFacts.rule(project, ruleOf(params), user);
    const approvers = await this.approverFacts.changes(project.project.id, groupIds, changedApprovers(params), user);
    const changes = { name: params.name, approvalsRequired: params.approvals_required, ...approvers };
    return this.present(call, await this.updateMergeRequestRule.execute(project, ruleOf(params), changes, user));
  }

  @Endpoint.delete('/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id', {
    summary: 'Delete an approval rule of a merge request',
    can: abilities.updateMergeRequest,
    params: MergeRequestRuleParams,
    returns: returns.empty,
    refuses: [MergeRequestNotFound, ApprovalRuleNotFound],
  })
  delete(@Call() call: CallOf<typeof MergeRequestRuleParams>): Promise<void> {
    const { params, project, user, unlessModified } = call;
    return this.deleteMergeRequestRule.execute(project, ruleOf(params), unlessModified, user);
  }

  private async present(
    { user, caller }: Pick<CallOf<typeof MergeRequestRuleParams>, 'user' | 'caller'>,
    rule: CountedRule,
  ): Promise<MergeRequestRuleView> {
    return presentMergeRequestRule(await this.mergeRequestRuleFacts.describe(rule, user), caller.baseUrl);
  }
}

function ruleOf({ merge_request_iid: iid, approval_rule_id: id }: CallOf<typeof MergeRequestRuleParams>['params']): {
  readonly iid: number;
  readonly id: number;
} {
  return { iid, id };
}
