import { ProjectId, UserId } from '@hearth/contract-kit';
import { defineJob, type JobDataOf } from '@hearth/jobs';
import { z } from 'zod';
import { EVENTS } from './notification-settings/notification-setting.rules.js';
import { REASONS } from './notifications/notification.rules.js';

const References = z.array(z.object({ path: z.string().nullable(), iid: z.int() })).default([]);

/** Closes and notes what the text of an issue or merge request names. */
export const FollowReferencesJob = defineJob({
  name: 'follow-references',
  data: z.object({
    source: z.object({ kind: z.enum(['issue', 'merge_request']), projectId: ProjectId, name: z.string() }),
    /** With whose rights. */
    userId: UserId,
    /** Issues that are closed if this is the project's default branch. */
    closing: References,
    targetBranch: z.string().nullable().default(null),
    mentioned: References,
    mergeRequests: References,
  }),
});

/** Closes and notes what the messages of pushed commits name. */
export const ReadPushedCommitsJob = defineJob({
  name: 'read-pushed-commits',
  data: z.object({
    projectId: ProjectId,
    userId: UserId,
    /** Null for a new branch. */
    from: z.string().nullable(),
    to: z.string(),
    /** Whether they were pushed to the default branch, and close issues. */
    closes: z.boolean(),
  }),
});
export type PushedCommits = JobDataOf<typeof ReadPushedCommitsJob>;

const OfHook = z.object({ hookId: z.int() });

/**
 * Sends the first waiting delivery of a hook. A run waits for the receiver most of its time, for ten seconds at most, so many run at once.
 */
export const SendDeliveryJob = defineJob({
  name: 'send-hook-delivery',
  data: OfHook,
  unique: true,
  concurrency: 40,
  timeoutSeconds: 45,
});

/** The same for hooks whose receiver was slow the last time, so that they do not take the runs of others. */
export const SendSlowDeliveryJob = defineJob({ ...SendDeliveryJob, name: 'send-slow-hook-delivery', concurrency: 20 });

/** Queues overdue deliveries for which no job waits. */
export const QueueOverdueDeliveriesJob = defineJob({
  name: 'queue-overdue-hook-deliveries',
  data: z.object({}),
  schedule: '* * * * *',
});

/** Deletes old deliveries. */
export const TrimDeliveriesJob = defineJob({
  name: 'trim-hook-deliveries',
  data: z.object({}),
  schedule: '17 * * * *',
});

/** Records a push as an activity. */
export const RecordPushJob = defineJob({
  name: 'record-push',
  data: z.object({
    projectId: ProjectId,
    userId: UserId,
    /** Of the change in its repository. */
    sequence: z.int(),
    ref: z.string(),
    /** Null for a new branch or tag. */
    oldId: z.string().nullable(),
    /** Null for a deleted one. */
    newId: z.string().nullable(),
    defaultBranch: z.string().nullable(),
    occurredAt: z.iso.datetime(),
  }),
});

/** Deletes the activities of a deleted user. */
export const DeleteActivitiesJob = defineJob({ name: 'delete-activities', data: z.object({ userId: z.int() }) });

/** Deletes old activities. */
export const TrimActivitiesJob = defineJob({
  name: 'trim-activities',
  data: z.object({}),
  schedule: '37 * * * *',
});

/** Adds the to-do items for a note on a merge request, or for a new merge request. */
export const RecordTodosJob = defineJob({
  name: 'record-todos',
  data: z.object({
    projectId: ProjectId,
    mergeRequestId: z.int(),
    /** Author of the note or of the merge request. */
    userId: z.int(),
    /** Null for a new merge request. */
    noteId: z.int().nullable(),
  }),
});

/** Deletes the to-do items of a deleted user. */
export const DeleteTodosJob = defineJob({ name: 'delete-todos', data: z.object({ userId: z.int() }) });

const MailCause = z.enum([...EVENTS, 'mentioned']);
const Notified = {
  /** Of the bus: each user gets at most one mail about it. */
  eventId: z.uuid(),
  projectId: ProjectId,
  target: z.union([
    z.object({ issueId: z.int() }),
    z.object({ mergeRequestId: z.int() }),
    z.object({ pipelineId: z.int() }),
  ]),
  /** Note on the target that was written; of a review the first one. */
  noteId: z.int().nullable(),
  /** Null for pipelines, whose own user gets the mail. */
  actorId: z.int().nullable(),
};

const NotifiedOfComments = {
  ...Notified,
  target: z.union([z.object({ mergeRequestId: z.int() }), z.object({ commitId: z.string() })]),
  /** All notes of a review, the oldest first. */
  noteIds: z.array(z.int()).optional(),
};
const Notices = z.array(
  z.object({
    cause: MailCause,
    added: z.array(z.int()).readonly().optional(),
    removed: z.array(z.int()).readonly().optional(),
    named: z.array(z.string()).readonly().optional(),
  }),
);
const Addressed = { userId: z.int(), cause: MailCause, reason: z.enum(REASONS).nullable() };

/** Chooses who gets a mail about an event. */
export const NotifyJob = defineJob({
  name: 'notify',
  data: z.object({
    ...Notified,
    notices: Notices,
    /** Result of a pipeline. */
    status: z.enum(['success', 'failed']).optional(),
  }),
  concurrency: 2,
});

/** Chooses the recipients of mails about comments on commits and about reviews, in a queue of its own: processes of earlier versions cannot parse these. */
export const NotifyOfCommentsJob = defineJob({
  ...NotifyJob,
  name: 'notify-of-comments',
  data: z.object({ ...NotifiedOfComments, notices: Notices }),
});

/** Sends a mail to one user. For a day of attempts, since a mail server may be unavailable for hours. */
export const SendNotificationJob = defineJob({
  name: 'send-notification',
  data: z.object({ ...Notified, ...Addressed }),
  retries: 300,
  concurrency: 4,
  timeoutSeconds: 90,
});

/** Sends a mail about a comment on a commit, or about a review, to one user. */
export const SendCommentsNotificationJob = defineJob({
  ...SendNotificationJob,
  name: 'send-comments-notification',
  data: z.object({ ...NotifiedOfComments, ...Addressed }),
});

/** Makes the digests that are due, and deletes mails that could not be sent for days. */
export const QueueDigestsJob = defineJob({
  name: 'queue-digests',
  data: z.object({}),
  schedule: '*/5 * * * *',
});

/** Sends a user the mails of one digest. For a day of attempts, as single mails. */
export const SendDigestJob = defineJob({
  name: 'send-digest',
  data: z.object({ userId: z.int(), batch: z.uuid() }),
  retries: 300,
  concurrency: 2,
  timeoutSeconds: 300,
});

/** Deletes old records of who was mailed. */
export const TrimNotificationsJob = defineJob({
  name: 'trim-notifications',
  data: z.object({}),
  schedule: '47 * * * *',
});
