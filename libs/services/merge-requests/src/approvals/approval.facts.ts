import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UserCard } from '@hearth/identity-contracts';
import { abilities } from '../abilities.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { canApprove, type ApprovalRule, type ApprovalSettings } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';

/** Approvals of a merge request, as the caller sees them. */
export interface ApprovalsFact {
  readonly record: MergeRequestRecord;
  /** Undefined where the project requires no approvals. */
  readonly rule: ApprovalRule | undefined;
  readonly approvedBy: readonly { readonly user: UserCard; readonly approvedAt: Date }[];
  readonly userHasApproved: boolean;
  readonly userCanApprove: boolean;
}

/** Settings and rule of a project. */
export interface ConfigurationFact {
  readonly settings: ApprovalSettings;
  readonly rule: ApprovalRule | undefined;
}

/** Reads of approvals. */
@Injectable()
export class ApprovalFacts {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal): Promise<ApprovalsFact> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    const [{ settings, rule }, approvals, userHasApproved] = await Promise.all([
      this.configuration(access.project.id),
      this.approvalsStore.approvals(this.db, record.id),
      this.approvalsStore.hasApproved(this.db, record.id, caller.userId),
    ]);
    const people = await this.peopleFacts.byIds(approvals.map(({ userId }) => userId));
    const isAuthor = record.authorId === caller.userId;
    const isAllowed = may(abilities.approveMergeRequest, access, caller);
    return {
      record,
      rule,
      approvedBy: approvals.flatMap(({ userId, createdAt: approvedAt }) => {
        const user = people.get(userId);
        return user ? [{ user, approvedAt }] : [];
      }),
      userHasApproved,
      userCanApprove: canApprove({ state: record.state, isAuthor, hasApproved: userHasApproved, isAllowed }, settings),
    };
  }

  async configuration(projectId: ProjectAccess['project']['id']): Promise<ConfigurationFact> {
    const [settings, rule] = await Promise.all([
      this.approvalsStore.settings(this.db, projectId),
      this.approvalsStore.rule(this.db, projectId),
    ]);
    return { settings, rule };
  }
}
