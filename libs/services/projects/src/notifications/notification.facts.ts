import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ActAsQuery, UsersByIdsQuery } from '@hearth/identity-contracts';
import type { JobDataOf } from '@hearth/jobs';
import { commitRights } from '@hearth/repository-contracts';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import type { SendCommentsNotificationJob } from '../jobs.js';
import { MailNotesFacts } from './mail-notes.facts.js';
import { MailSubjectFacts } from './mail-subject.facts.js';
import { mayRead, type MailSubject, type MailTarget } from './mail-subject.rules.js';
import type { MailFacts } from './mail.view.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const MOST_NAMES = 100;

/** Mail to one user. */
export type Notification = Omit<JobDataOf<typeof SendCommentsNotificationJob>, 'target'> & {
  readonly target: MailTarget;
};

/** Reads of the mail to one user about an event. */
@Injectable()
export class NotificationFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessStore: AccessStore,
    private readonly mailSubjectFacts: MailSubjectFacts,
    private readonly mailNotesFacts: MailNotesFacts,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly ownAddress: OwnAddress,
  ) {}

  /** Facts of the mail; undefined when its record is gone or the user may not read it. */
  async readable(notification: Notification): Promise<MailFacts | undefined> {
    const { projectId, target, noteId, actorId, cause, reason, eventId } = notification;
    const userId = notification.userId as UserId;
    const baseUrl = this.ownAddress.url;
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!principal || blocked || baseUrl === null) return undefined;
    const [access] = await this.accessStore.resolve(this.db, {
      projects: [{ id: projectId }],
      user: accessUser(principal),
    });
    if (!access) return undefined;
    const rights = commitRights((ability) => may(ability, access, principal));
    const found = await this.mailSubjectFacts.of(projectId, target, rights);
    if (!found || !mayRead(found.subject, access, principal)) return undefined;
    const notes = await this.mailNotesFacts.of(notification);
    if (noteId !== null && notes.length === 0) return undefined;
    return {
      ...found,
      ...(await this.names(actorId, found.subject)),
      ...{ cause, reason, eventId, baseUrl, notes },
      isReview: notification.noteIds !== undefined,
      unsubscribeUrl: this.unsubscribeLinks.urlFor(baseUrl, { userId, projectId }),
      leaveUrl: 'pipelineId' in target ? null : this.unsubscribeLinks.urlFor(baseUrl, { userId, projectId, ...target }),
    };
  }

  private async names(actorId: number | null, subject: MailSubject) {
    const [assigneeIds, reviewerIds] = 'assigneeIds' in subject ? [subject.assigneeIds, subject.reviewerIds] : [[], []];
    const wanted = [...new Set([...(actorId === null ? [] : [actorId]), ...assigneeIds, ...reviewerIds])];
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: wanted.slice(0, MOST_NAMES) });
    const byId = new Map(users.map((user) => [user.askedAs ?? user.id, user.name] as const));
    const namesOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
    return {
      actor: namesOf(actorId === null ? [] : [actorId])[0] ?? 'Somebody',
      assignees: namesOf(assigneeIds),
      reviewers: namesOf(reviewerIds),
    };
  }
}
