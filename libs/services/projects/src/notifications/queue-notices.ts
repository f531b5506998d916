import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Jobs } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { NotifyJob, NotifyOfCommentsJob } from '../jobs.js';
import type { MailTarget } from './mail-subject.rules.js';
import type { Notice } from './notice.rules.js';

/** Event that may cause mails. */
interface Notified {
  readonly projectId: ProjectId;
  readonly target: MailTarget;
  /** User who caused it, who gets no mail; null: none, or a pipeline, whose own user gets one. */
  readonly actorId: number | null;
  readonly noteId?: number;
  /** All notes of a review. */
  readonly noteIds?: number[];
  readonly notices?: readonly Notice[];
  /** Result of a pipeline. */
  readonly status?: 'success' | 'failed';
}

/** Queues mails about an event. */
@Injectable()
export class QueueNotices {
  constructor(private readonly jobs: Jobs) {}

  /** The inbox of the event adds the job once; each user gets at most one mail about it. */
  async forEvent({ tx, meta }: Pick<Delivery, 'tx' | 'meta'>, notified: Notified): Promise<void> {
    const { noteId = null, notices = [], ...event } = notified;
    if (notices.length === 0 && event.status === undefined) return;
    const { target, noteIds, ...others } = { eventId: meta.id, noteId, notices: [...notices], ...event };
    if ('commitId' in target || ('mergeRequestId' in target && noteIds))
      await this.jobs.add(tx, NotifyOfCommentsJob, { ...others, target, noteIds });
    else await this.jobs.add(tx, NotifyJob, { ...others, target });
  }
}
