import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import type { UserCard } from '@hearth/identity-contracts';
import { abilities } from '../abilities.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { ApprovalRuleNotFound } from '../refusals.js';
import { canApprove, type Approval, type ApprovalRule, type ApprovalSettings } from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';
import { ApprovalsStore } from './approvals.store.js';
import { ApproverFacts, type RuleFact } from './approver.facts.js';

/** Approval with its user. */
export interface ApprovalFact extends Approval {
  readonly user: UserCard;
}

/** Approvals of a merge request, as the caller sees them. */
export interface ApprovalsFact {
  readonly record: MergeRequestRecord;
  readonly rules: readonly ApprovalRule[];
  readonly approvals: readonly ApprovalFact[];
  readonly userHasApproved: boolean;
  readonly userCanApprove: boolean;
}

/** Settings and rules of a project. */
export interface ConfigurationFact {
  readonly settings: ApprovalSettings;
  readonly rules: readonly ApprovalRule[];
}

/** Reads of approvals. */
@Injectable()
export class ApprovalFacts {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly peopleFacts: PeopleFacts,
    private readonly approverFacts: ApproverFacts,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal): Promise<ApprovalsFact> {
    return this.ofRecord(await this.mergeRequestFacts.one(access, iid, caller), access, caller);
  }

  /** @param record as `one` of MergeRequestFacts returns it */
  async ofRecord(record: MergeRequestRecord, access: ProjectAccess, caller: Principal): Promise<ApprovalsFact> {
    const [{ settings, rules }, approvals, userHasApproved] = await Promise.all([
      this.configuration(access.project.id),
      this.approvalsStore.approvals(this.db, record.id),
      this.approvalsStore.hasApproved(this.db, record.id, caller.userId),
    ]);
    const people = await this.peopleFacts.byIds(approvals.map(({ userId }) => userId));
    const isAuthor = record.authorId === caller.userId;
    const isAllowed = may(abilities.approveMergeRequest, access, caller);
    return {
      record,
      rules,
      approvals: approvals.flatMap((approval) => {
        const user = people.get(approval.userId);
        return user ? [{ ...approval, user }] : [];
      }),
      userHasApproved,
      userCanApprove: canApprove({ state: record.state, isAuthor, hasApproved: userHasApproved, isAllowed }, settings),
    };
  }

  async configuration(projectId: ProjectId): Promise<ConfigurationFact> {
    const [settings, rules] = await Promise.all([
      this.approvalsStore.settings(this.db, projectId),
      this.approvalRulesStore.ofProject(this.db, projectId),
    ]);
    return { settings, rules };
  }

  /** A page of the rules of a project, which are few, with their approvers. */
  async rules(projectId: ProjectId, request: PageRequest, caller: Principal): Promise<Page<RuleFact>> {
    const rules = await this.approvalRulesStore.ofProject(this.db, projectId);
    const first = (request.page - 1) * request.perPage;
    const shown = await this.approverFacts.describe(rules.slice(first, first + request.perPage), caller);
    return new Page(shown, request, rules.length);
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
