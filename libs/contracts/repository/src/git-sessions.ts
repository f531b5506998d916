import type { Readable, Writable } from 'node:stream';
import type { Caller } from '@hearth/contract-kit';
import { z } from 'zod';

/** Programs that a client may run on a repository: of git, and that of git LFS, which returns a credential for HTTP. */
export const GIT_PROGRAMS = [
  'git-upload-pack',
  'git-receive-pack',
  'git-upload-archive',
  'git-lfs-authenticate',
] as const;
export type GitProgram = (typeof GIT_PROGRAMS)[number];

/** The command of a client that has signed in over SSH. */
export const GitSession = z.object({
  program: z.enum(GIT_PROGRAMS),
  /** Full path of the project, as the client wrote it, without `.git`. */
  project: z.string(),
  /** The client's GIT_PROTOCOL. */
  protocol: z.string().optional(),
  /** Of `git-lfs-authenticate`. */
  operation: z.enum(['download', 'upload']).optional(),
});
export type GitSession = z.output<typeof GitSession>;

/** The client's ends of a session. */
export interface SessionStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Texts for the client's terminal. */
  readonly errors: Writable;
  /** Called once when it is certain that the session is answered here, before anything is read or written. */
  readonly begin: () => void;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** Exit statuses of a session without a git. */
export const SESSION_STATUS = { served: 0, refused: 1 } as const;

/** Serves sessions of git, here or at the owner of the repository's storage. */
export abstract class GitSessions {
  /**
   * Serves one session to its end.
   * @returns the exit status for the client; a refusal has been written to `errors`
   * @throws WrongStorage, without a call of `begin`
   */
  abstract serve(session: GitSession, caller: Caller, streams: SessionStreams): Promise<number>;
}
