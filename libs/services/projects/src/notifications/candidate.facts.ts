import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { FindUserByAddressQuery } from '@hearth/identity-contracts';
import { MergeRequestParticipantsQuery } from '@hearth/merge-requests-contracts';
import { mentionsIn } from '@hearth/notes';
import { CommitCommentersQuery } from '@hearth/repository-contracts';
import { IssuesStore } from '../issues/issues.store.js';
import { MailSubjectFacts } from './mail-subject.facts.js';
import type { MailCommit, MailIssuable, MailSubject, MailTarget, NotesOfEvent } from './mail-subject.rules.js';
import type { Notice } from './notice.rules.js';
import type { Candidate, Participant, Reason, Role } from './notification.rules.js';
import { RecipientsStore } from './recipients.store.js';

/** The event of a notice. */
interface NotifiedEvent extends NotesOfEvent {
  readonly projectId: ProjectId;
  readonly target: MailTarget;
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
    const opened = isNew && subject.kind !== 'commit' ? subject : undefined;
    const [named, participants] = await Promise.all([
      this.named(event, opened, notice),
      this.participants(event, subject),
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
      opened ? this.recipientsStore.labelSubscribers(this.db, opened.labelIds) : [],
      this.recipientsStore.watchers(this.db, event.projectId, cause),
    ]);
    const chose = participants.filter(({ subscribed }) => subscribed === true).map(({ id }) => id);
    const taking = participants.filter(({ participates }) => participates).map(({ id }) => id);
    const candidates = [
      ...candidatesOf('participating', 'assigned', opened?.assigneeIds ?? []),
      ...candidatesOf('participating', 'review_requested', opened?.reviewerIds ?? []),
      ...concerned,
      ...candidatesOf('participating', null, taking),
      ...candidatesOf('subscription', 'subscribed', [...chose, ...subscribers]),
      ...candidatesOf('watch', null, watchers),
    ];
    return { candidates, unsubscribed };
  }

  /** Ids of the users whom the text of a notice names. */
  private async named(event: NotifiedEvent, opened: MailIssuable | undefined, notice: Notice): Promise<number[]> {
    const names = notice.named ?? mentionsIn(await this.newText(event, opened, notice));
    return [...(await this.issuesStore.idsByUsername(this.db, names)).values()];
  }

  private async newText(event: NotifiedEvent, opened: MailIssuable | undefined, { cause }: Notice): Promise<string> {
    if (cause === 'new_note') return (await this.mailSubjectFacts.texts(event.target, event)).join('\n\n');
    return opened ? `${opened.title}\n${opened.description ?? ''}` : '';
  }

  private async participants(
    { projectId, target }: NotifiedEvent,
    subject: MailIssuable | MailCommit,
  ): Promise<readonly Participant[]> {
    if (subject.kind === 'commit') return this.participantsOfCommit(projectId, subject);
    const { id } = subject;
    if ('issueId' in target) return this.recipientsStore.participantsOfIssue(this.db, id);
    return (await this.calls.query(MergeRequestParticipantsQuery, { id })).users;
  }

  /** The author of the commit, by a confirmed address, the authors of comments on it, and users who have ended its mails. */
  private async participantsOfCommit(
    projectId: ProjectId,
    { id: commitId, email }: MailCommit,
  ): Promise<Participant[]> {
    const [{ userId }, { userIds }, left] = await Promise.all([
      this.calls.query(FindUserByAddressQuery, { email }),
      this.calls.query(CommitCommentersQuery, { projectId, commitId }),
      this.recipientsStore.leftCommit(this.db, projectId, commitId),
    ]);
    const ids = [...(userId === null ? [] : [userId]), ...userIds];
    return [
      ...ids.map((id) => ({ id, participates: true, subscribed: null })),
      ...left.map((id) => ({ id, participates: false, subscribed: false })),
    ];
  }
}

function candidatesOf(role: Role, reason: Reason | null, userIds: readonly number[]): Candidate[] {
  return userIds.map((userId) => ({ userId, role, reason }));
}
