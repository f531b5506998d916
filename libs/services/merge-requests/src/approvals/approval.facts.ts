import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { ApprovalRuleNotFound } from '../refusals.js';
import { ApprovalRulesStore } from './approval-rules.store.js';
import { ApproverFacts, type RuleFact } from './approver.facts.js';
import { RecordApprovalFacts, type ApprovalsFact, type ConfigurationFact } from './record-approval.facts.js';

/** Reads of approvals. */
@Injectable()
export class ApprovalFacts {
  constructor(
    private readonly db: Database,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly recordApprovalFacts: RecordApprovalFacts,
    private readonly approverFacts: ApproverFacts,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal): Promise<ApprovalsFact> {
    return this.recordApprovalFacts.of(await this.mergeRequestFacts.one(access, iid, caller), access, caller);
  }

  configuration(projectId: ProjectId): Promise<ConfigurationFact> {
    return this.recordApprovalFacts.configuration(projectId);
  }

  /** A page of the rules of a project, which are few, with their approvers. */
  async rules(projectId: ProjectId, request: PageRequest, caller: Principal): Promise<Page<RuleFact>> {
    const rules = await this.approvalRulesStore.ofProject(this.db, projectId);
    const first = (request.page - 1) * request.perPage;
    const shown = await this.approverFacts.describe(rules.slice(first, first + request.perPage), caller);
    return new Page(shown, request, rules.length);
  }

  /** Ids of the groups of a rule of a project, hidden ones included. @throws ApprovalRuleNotFound */
  async groupIdsOf(projectId: ProjectId, id: number): Promise<readonly number[]> {
    const rules = await this.approvalRulesStore.ofProject(this.db, projectId);
    const found = rules.find((rule) => rule.id === id);
    if (!found) throw ApprovalRuleNotFound();
    return found.groupIds;
  }

  /** @throws ApprovalRuleNotFound */
  async rule(projectId: ProjectId, id: number, caller: Principal): Promise<RuleFact> {
    const rules = await this.approvalRulesStore.ofProject(this.db, projectId);
    const [found] = await this.approverFacts.describe(
      rules.filter((rule) => rule.id === id),
      caller,
    );
    if (!found) throw ApprovalRuleNotFound();
    return found;
  }
}
