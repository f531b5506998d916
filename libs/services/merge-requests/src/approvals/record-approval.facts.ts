import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UserCard } from '@hearth/identity-contracts';
import { abilities } from '../abilities.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { MergeRequestRulesStore } from '../approval-rules/merge-request-rules.store.js';
import {
  canApprove,
  countedRules,
  type Approval,
  type ApprovalRule,
  type ApprovalSettings,
  type CountedRule,
} from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';
import { ApprovalsStore } from './approvals.store.js';

/** Approval with its user. */
export interface ApprovalFact extends Approval {
  readonly user: UserCard;
}

/** Approvals of a merge request, as the caller sees them. */
export interface ApprovalsFact {
  readonly record: MergeRequestRecord;
  readonly rules: readonly CountedRule[];
  /** Whether the rules are those of the merge request, which replace those of the project. */
  readonly isOverwritten: boolean;
  readonly approvals: readonly ApprovalFact[];
  readonly userHasApproved: boolean;
  readonly userCanApprove: boolean;
}

/** Settings and rules of a project. */
export interface ConfigurationFact {
  readonly settings: ApprovalSettings;
  readonly rules: readonly ApprovalRule[];
}

/** Reads of the approvals of a merge request that was read already. */
@Injectable()
export class RecordApprovalFacts {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly mergeRequestRulesStore: MergeRequestRulesStore,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** @param record as `one` of MergeRequestFacts returns it */
  async of(record: MergeRequestRecord, access: ProjectAccess, caller: Principal): Promise<ApprovalsFact> {
    const [{ settings, rules }, own, approvals, userHasApproved] = await Promise.all([
      this.configuration(access.project.id),
      this.mergeRequestRulesStore.of(this.db, record.id),
      this.approvalsStore.approvals(this.db, record.id),
      this.approvalsStore.hasApproved(this.db, record.id, caller.userId),
    ]);
    const people = await this.peopleFacts.byIds(approvals.map(({ userId }) => userId));
    const isAuthor = record.authorId === caller.userId;
    const isAllowed = may(abilities.approveMergeRequest, access, caller);
    return {
      record,
      ...countedRules(own, rules, settings),
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
}
