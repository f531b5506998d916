import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import {
  NotifyJob,
  NotifyOfCommentsJob,
  SendCommentsNotificationJob,
  SendNotificationJob,
  TrimNotificationsJob,
} from '../jobs.js';
import { GatherMails } from '../notification-digests/gather-mails.js';
import { defaultSetting } from '../notification-settings/notification-setting.rules.js';
import { CandidateFacts } from './candidate.facts.js';
import { MailSubjectFacts } from './mail-subject.facts.js';
import type { MailPipeline } from './mail-subject.rules.js';
import type { Notice } from './notice.rules.js';
import { chosenAmong, type Candidate, type MailCause } from './notification.rules.js';
import { RecipientsStore } from './recipients.store.js';

const BATCH = 1_000;
/** Users whom one event reaches at most. */
const MOST_RECIPIENTS = 1_000;

type NotifyData = JobDataOf<typeof NotifyJob> | JobDataOf<typeof NotifyOfCommentsJob>;
type MailJob = typeof SendNotificationJob | typeof SendCommentsNotificationJob;

/** Chooses who gets a mail about an event, and adds a job for each of them, or a mail to their digest. */
@Injectable()
export class NotifyUsers {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly jobs: Jobs,
    private readonly mailSubjectFacts: MailSubjectFacts,
    private readonly candidateFacts: CandidateFacts,
    private readonly recipientsStore: RecipientsStore,
    private readonly gatherMails: GatherMails,
  ) {}

  @Job(NotifyOfCommentsJob)
  ofComments(job: JobDataOf<typeof NotifyOfCommentsJob>): Promise<void> {
    return this.notify(job, SendCommentsNotificationJob);
  }

  /** Repeating it adds no mail: recipients are recorded with their jobs. */
  @Job(NotifyJob)
  execute(job: JobDataOf<typeof NotifyJob>): Promise<void> {
    return this.notify(job, SendNotificationJob);
  }

  /** Deletes old records of who was mailed. */
  @Job(TrimNotificationsJob)
  trim(_: JobDataOf<typeof TrimNotificationsJob>, run: Pick<JobRun, 'signal'>): Promise<void> {
    return this.db.inBatches(BATCH, (tx) => this.recipientsStore.trim(tx, BATCH), run.signal);
  }

  private async notify(job: NotifyData, mailJob: MailJob): Promise<void> {
    const { projectId, target, actorId } = job;
    if (!(await this.calls.query(ReadSettingsQuery, {})).sendsMail) return;
    const found = await this.mailSubjectFacts.of(projectId, target);
    if (!found) return;
    const { subject } = found;
    const notices =
      subject.kind === 'pipeline' ? pipelineNotices(subject, 'status' in job ? job.status : undefined) : job.notices;
    const chosen = new Map<number, Candidate & { readonly cause: MailCause }>();
    for (const notice of notices) {
      const { candidates, unsubscribed } = await this.candidateFacts.of(job, subject, notice);
      const ids = [...new Set(candidates.map(({ userId }) => userId))].filter((id) => id !== actorId);
      const stored = await this.recipientsStore.settings(this.db, projectId, ids);
      const settings = new Map(ids.map((id) => [id, stored.get(id) ?? defaultSetting({ kind: 'global' })] as const));
      for (const each of chosenAmong(candidates, notice.cause, settings, unsubscribed))
        if (!chosen.has(each.userId)) chosen.set(each.userId, { ...each, cause: notice.cause });
    }
    await this.add(job, mailJob, [...chosen.values()].slice(0, MOST_RECIPIENTS));
  }

  private async add(
    { eventId, projectId, actorId, target, noteId, ...event }: NotifyData,
    mailJob: MailJob,
    chosen: readonly (Candidate & { readonly cause: MailCause })[],
  ): Promise<void> {
    const noteIds = 'noteIds' in event ? event.noteIds : undefined;
    const about = { eventId, projectId, actorId, target, noteId, noteIds };
    await this.db.tx(async (tx) => {
      const ids = chosen.map(({ userId }) => userId);
      const added = new Set(await this.recipientsStore.record(tx, { eventId, projectId }, ids));
      const mails = chosen
        .filter(({ userId }) => added.has(userId))
        .map(({ userId, cause, reason }) => ({ ...about, userId, cause, reason }));
      const single = await this.gatherMails.execute(tx, mails);
      const entries = single.map((data) => ({
        data: mailJob.data.parse(data),
        singletonKey: `${eventId}/${data.userId}`,
      }));
      await this.jobs.addAll(tx, mailJob, entries);
    });
  }
}

/** A pipeline that ran on after the event tells nothing. */
function pipelineNotices({ status, previousStatus }: MailPipeline, ended: string | undefined): Notice[] {
  if (status !== ended) return [];
  if (status === 'failed') return [{ cause: 'failed_pipeline' }];
  return [{ cause: previousStatus === 'failed' ? 'fixed_pipeline' : 'success_pipeline' }];
}
