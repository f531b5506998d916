import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { IssueSubject, IssueTrigger } from '../hook-deliveries/delivery.rules.js';
import { PayloadsStore, type PayloadIssue, type PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';
import type { NamedRecords } from './record.view.js';

/** Facts of the payload of an issue. */
export interface IssueFacts {
  readonly subject: IssueSubject;
  readonly issue: PayloadIssue;
  readonly project: PayloadProject;
  readonly named: NamedRecords;
}

/** Reads what payloads say about issues. */
@Injectable()
export class IssuePayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly payloadsStore: PayloadsStore,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the issue is gone, or has become confidential and the hook is for other issues */
  async of(trigger: IssueTrigger, subject: IssueSubject): Promise<IssueFacts | undefined> {
    const issue = await this.payloadsStore.issue(this.db, subject.issueId);
    if (!issue || (issue.confidential && trigger === 'issues_events')) return undefined;
    const { changes, userId } = subject;
    const [project, users, labels] = await Promise.all([
      this.recordFacts.project(issue.projectId),
      this.recordFacts.users([userId, ...issue.assigneeIds, ...(changes.assigneeIds?.previous ?? [])]),
      this.recordFacts.labels([...issue.labelIds, ...(changes.labelIds?.previous ?? [])]),
    ]);
    return project && { subject, issue, project, named: { users, labels, ...this.recordFacts.addresses } };
  }
}
