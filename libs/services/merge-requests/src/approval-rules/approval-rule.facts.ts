import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import type { CountedRule } from '../approvals/approval.rules.js';
import { ApproverFacts, type RuleFact } from '../approvals/approver.facts.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { ApprovalRuleNotFound } from '../refusals.js';
import { MergeRequestRulesStore } from './merge-request-rules.store.js';

/** Reads of the approval rules of merge requests. */
@Injectable()
export class MergeRequestRuleFacts {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly mergeRequestRulesStore: MergeRequestRulesStore,
    private readonly approverFacts: ApproverFacts,
  ) {}

  /** A page of the rules of a merge request, which are few. @throws MergeRequestNotFound, Forbidden */
  async page(
    access: ProjectAccess,
    iid: number,
    request: PageRequest,
    caller: Principal,
  ): Promise<Page<RuleFact<CountedRule>>> {
    const mergeRequestId = await this.mergeRequestFacts.idOf(access, iid, caller);
    const rules = await this.mergeRequestRulesStore.of(this.db, mergeRequestId);
    const first = (request.page - 1) * request.perPage;
    const shown = await this.approverFacts.describe(rules.slice(first, first + request.perPage), caller);
    return new Page(shown, request, rules.length);
  }

  /** @throws MergeRequestNotFound, Forbidden, ApprovalRuleNotFound */
  async rule(
    access: ProjectAccess,
    { iid, id }: { readonly iid: number; readonly id: number },
    caller: Principal,
  ): Promise<CountedRule> {
    const mergeRequestId = await this.mergeRequestFacts.idOf(access, iid, caller);
    const rule = await this.mergeRequestRulesStore.find(this.db, mergeRequestId, id);
    if (!rule) throw ApprovalRuleNotFound();
    return rule;
  }

  /** A rule with its approvers, as a caller sees it. */
  async describe(rule: CountedRule, caller: Principal): Promise<RuleFact<CountedRule>> {
    const [fact] = await this.approverFacts.describe([rule], caller);
    return fact!;
  }
}
