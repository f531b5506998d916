import { ProjectId, UserId, VISIBILITIES, defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';
import { TokenScopes } from './types.js';

export const UserNotFound = defineRefusal('user-not-found', 404, { message: '404 User Not Found' });

/** Creates a personal access token for a user. Its value is only in this answer. */
export const MintTokenCommand = defineCommand({
  name: 'identity.mint-token',
  callers: ['operator'],
  input: z.object({ username: z.string(), name: z.string().min(1).max(255), scopes: TokenScopes }),
  output: z.object({ token: z.string() }),
  refuses: [UserNotFound],
});

/** Makes a user an admin who is not blocked: the way back when no admin can sign in any more; idempotent. */
export const MakeAdminCommand = defineCommand({
  name: 'identity.make-admin',
  idempotent: true,
  callers: ['operator'],
  input: z.object({ username: z.string() }),
  output: z.object({ username: z.string() }),
  refuses: [UserNotFound],
});

/** Creates the first admin, `root`, unless there is an admin; idempotent. */
export const EnsureRootCommand = defineCommand({
  name: 'identity.ensure-root',
  callers: ['operator'],
  input: z.object({ password: z.string().min(8).max(128) }),
  output: z.object({ created: z.boolean(), username: z.string() }),
});

/** CI job that id_tokens are about. */
const TokenJob = z.object({
  id: z.int(),
  namespaceId: z.int(),
  projectId: ProjectId,
  projectPath: z.string(),
  projectVisibility: z.enum(VISIBILITIES),
  /** Null when no user started it. */
  user: z.object({ id: z.int(), username: z.string(), email: z.string() }).nullable(),
  pipelineId: z.int(),
  pipelineSource: z.string(),
  ref: z.string(),
  /** Whether the ref is that of a merge request from another project, `refs/merge-requests/:iid/head`. */
  fromFork: z.boolean().optional(),
  tag: z.boolean(),
  protected: z.boolean(),
  sha: z.string(),
  /** Path of the configuration. */
  configPath: z.string(),
  runnerId: z.int().nullable(),
  /** Null when it deploys nowhere. */
  environment: z.object({ name: z.string(), action: z.string().nullable(), tier: z.string().nullable() }).nullable(),
});
export type TokenJob = z.output<typeof TokenJob>;

/**
 * Signs the id_tokens of a job, one for each audience, in their order. identity sets issuer, subject and times, so that no token of a job passes
 * for one of a user; the caller answers for the data of the job.
 */
export const SignJobTokensCommand = defineCommand({
  name: 'identity.sign-job-tokens',
  idempotent: true,
  callers: ['ci'],
  input: z.object({
    /** Scheme, host and port of this server. */
    issuer: z.string(),
    job: TokenJob,
    /** The `aud` of each token. */
    audiences: z.array(z.union([z.string(), z.array(z.string())])).max(20),
    lifetimeSeconds: z.int().positive(),
  }),
  output: z.object({ tokens: z.array(z.string()) }),
});

/**
 * Mails a user about a record, unless the user is not active or has no confirmed address. Fails while the mail server is unavailable; a caller
 * that repeats it sends the same `messageId`, by which mail programs recognise a mail that arrived twice.
 */
export const SendMailCommand = defineCommand({
  name: 'identity.send-mail',
  callers: ['projects'],
  input: z.object({
    userId: UserId,
    /** Address that the user has chosen; another one than a confirmed address of theirs does not count. */
    wanted: z.string().nullable(),
    /** Name that is shown as the sender. */
    sender: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The same as HTML, a whole document that loads nothing from elsewhere. */
    html: z.string().optional(),
    messageId: z.string(),
    /** First mail of the thread; null for that one itself. */
    inReplyTo: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
  }),
  output: z.object({ sent: z.boolean() }),
});
export type MailContent = Omit<z.output<typeof SendMailCommand.input>, 'userId' | 'wanted'>;
