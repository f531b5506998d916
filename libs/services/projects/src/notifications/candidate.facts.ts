import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { MergeRequestParticipantsQuery } from '@hearth/merge-requests-contracts';
import { mentionsIn } from '@hearth/notes';
import { IssuesStore } from '../issues/issues.store.js';
import { MailSubjectFacts } from './mail-subject.facts.js';
import type { MailIssuable, MailSubject, MailTarget } from './mail-subject.rules.js';
import type { Notice } from './notice.rules.js';
import type { Candidate, Participant, Reason, Role } from './notification.rules.js';
import { RecipientsStore } from './recipients.store.js';

/** The event of a notice. */
interface NotifiedEvent {
  readonly projectId: ProjectId;
  readonly target: MailTarget;
  readonly noteId: number | null;
}

/** Users whom a notice may concern, for each of them the reason to name first. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Users who have unsubscribed from the record. */
  readonly unsubscribed: readonly number[];
}

/** Reads whom a notice may concern. */
@Injectable()
export class CandidateFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly issuesStore: IssuesStore,
    private readonly mailSubjectFacts: MailSubjectFacts,
    private readonly recipientsStore: RecipientsStore,
  ) {}

  async of(event: NotifiedEvent, subject: MailSubject, notice: Notice): Promise<Candidates> {
    if (subject.kind === 'pipeline') {
      const owner = subject.userId === null ? [] : [subject.userId];
      return { candidates: candidatesOf('watch', null, owner), unsubscribed: [] };
    }
    const { cause, added = [], removed = [] } = notice;
    const isNew = cause === 'new_issue' || cause === 'new_merge_request';
    const [named, participants] = await Promise.all([
      this.named(event, subject, notice),
      this.participants(event.target, subject),
    ]);
    const unsubscribed = participants.filter(({ subscribed }) => subscribed === false).map(({ id }) => id);
    const reason = cause === 'change_reviewer_merge_request' ? 'review_requested' : 'assigned';
    const concerned = [
      ...candidatesOf('mention', reason, added),
      ...candidatesOf('mention', null, removed),
      ...candidatesOf('mention', 'mentioned', named),
    ];
    if (cause === 'mentioned') return { candidates: concerned, unsubscribed };
    const [subscribers, watchers] = await Promise.all([
      isNew ? this.recipientsStore.labelSubscribers(this.db, subject.labelIds) : [],
      this.recipientsStore.watchers(this.db, event.projectId, cause),
    ]);
    const chose = participants.filter(({ subscribed }) => subscribed === true).map(({ id }) => id);
    const taking = participants.filter(({ participates }) => participates).map(({ id }) => id);
    const candidates = [
      ...(isNew ? candidatesOf('participating', 'assigned', subject.assigneeIds) : []),
      ...(isNew ? candidatesOf('participating', 'review_requested', subject.reviewerIds) : []),
      ...concerned,
      ...candidatesOf('participating', null, taking),
      ...candidatesOf('subscription', 'subscribed', [...chose, ...subscribers]),
      ...candidatesOf('watch', null, watchers),
    ];
    return { candidates, unsubscribed };
  }

  /** Ids of the users whom the text of a notice names. */
  private async named({ target, noteId }: NotifiedEvent, subject: MailIssuable, notice: Notice): Promise<number[]> {
    const names = notice.named ?? mentionsIn((await this.newText(target, noteId, subject, notice)) ?? '');
    return [...(await this.issuesStore.idsByUsername(this.db, names)).values()];
  }

  private async newText(
    target: MailTarget,
    noteId: number | null,
    { title, description }: MailIssuable,
    { cause }: Notice,
  ): Promise<string | null> {
    if (cause === 'new_note') return noteId === null ? null : this.mailSubjectFacts.note(target, noteId);
    return cause === 'new_issue' || cause === 'new_merge_request' ? `${title}\n${description ?? ''}` : null;
  }

  private async participants(target: MailTarget, { id }: MailIssuable): Promise<readonly Participant[]> {
    if ('issueId' in target) return this.recipientsStore.participantsOfIssue(this.db, id);
    return (await this.calls.query(MergeRequestParticipantsQuery, { id })).users;
  }
}

function candidatesOf(role: Role, reason: Reason | null, userIds: readonly number[]): Candidate[] {
  return userIds.map((userId) => ({ userId, role, reason }));
}
