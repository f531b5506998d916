import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

/** Removes sessions, codes and tokens of applications, links of mails, and addresses that waited for a confirmation, once they have ended. */
export const RemoveEndedAccessJob = defineJob({
  name: 'remove-ended-access',
  data: z.object({}),
  schedule: '37 3 * * *',
});

/** Removes records of the audit trail after 365 days. */
export const RemoveOldAuditEventsJob = defineJob({
  name: 'remove-old-audit-events',
  data: z.object({}),
  schedule: '17 3 * * *',
});

/** Exports the audit trail where the settings name a store. */
export const ExportAuditEventsJob = defineJob({
  name: 'export-audit-events',
  data: z.object({}),
  schedule: '* * * * *',
});

/** Replaces the keys that sign id_tokens, every 90 days. */
export const ReplaceSigningKeysJob = defineJob({
  name: 'replace-signing-keys',
  data: z.object({}),
  schedule: '17 4 * * *',
});

/** Deletes the bots of a deleted project or group. */
export const RemoveBotsJob = defineJob({
  name: 'remove-bots',
  data: z.object({ kind: z.enum(['project', 'group']), id: z.int() }),
  retries: 10_000,
});

/** Deletes a bot without a token that is not revoked. */
export const RemoveUnusedBotJob = defineJob({
  name: 'remove-unused-bot',
  data: z.object({ userId: z.int() }),
  retries: 10_000,
});

/** Finishes or removes a user whose making broke off. */
export const ResumeUserCreationJob = defineJob({
  name: 'resume-user-creation',
  data: z.object({ userId: z.int() }),
  // A month of attempts, five minutes apart: the user's names are taken until projects has answered.
  retries: 10_000,
});

/** Finishes or takes back a deletion that broke off. */
export const ResumeUserDeletionJob = defineJob({
  name: 'resume-user-deletion',
  data: z.object({ userId: z.int(), hardDelete: z.boolean() }),
  // A month of attempts, five minutes apart: the user is out until projects has answered.
  retries: 10_000,
});

/** Finishes or gives up a rename that broke off. */
export const ResumeUserRenameJob = defineJob({
  name: 'resume-user-rename',
  data: z.object({ userId: z.int() }),
  // A month of attempts, five minutes apart: both names are taken until projects has answered.
  retries: 10_000,
});

/** Asks a user by mail to confirm an address. */
export const SendConfirmationJob = defineJob({
  name: 'send-confirmation',
  data: z.object({ userId: z.int(), email: z.string() }),
});

/** Tells a user at the former main address that another one has taken its place. */
export const SendMainAddressNoticeJob = defineJob({
  name: 'send-main-address-notice',
  data: z.object({ name: z.string(), email: z.string() }),
});

/** Mails a link for a new password to the user with an address, or with an id. */
export const SendPasswordResetJob = defineJob({
  name: 'send-password-reset',
  data: z.object({ email: z.string().optional(), userId: z.int().optional() }),
});

/** Tells a user by mail that their password was used from a network that was not known as theirs. */
export const SendSignInNoticeJob = defineJob({
  name: 'send-sign-in-notice',
  data: z.object({ userId: z.int(), clientAddress: z.string(), at: z.iso.datetime() }),
});
