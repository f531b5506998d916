import type { RepositoryPath } from '../refs/paths.js';

/** git ended with a status that the command does not declare as an answer. `stderr` is the end of its output, bounded. */
export class GitError extends Error {
  override readonly name: string = 'GitError';

  constructor(
    readonly command: string,
    readonly exitCode: number | null,
    readonly signalName: NodeJS.Signals | null,
    readonly stderr: string,
  ) {
    super(`git ${command} ended with ${signalName ?? `status ${exitCode}`}: ${stderr.trim() || 'no message'}`);
  }
}

/** git could not be started (it is missing, or the machine is out of processes), or its exit is unknown. */
export class GitUnavailable extends Error {
  override readonly name = 'GitUnavailable';
}

/** git was ended because it exceeded its time, or its peer was silent for too long. */
export class GitTimeout extends Error {
  override readonly name = 'GitTimeout';
}

/** git was ended because it printed more than the caller accepts. */
export class GitOutputLimit extends Error {
  override readonly name = 'GitOutputLimit';
}

/** There is no repository at the path. Reads treat it as an empty repository. */
export class RepositoryMissing extends Error {
  override readonly name = 'RepositoryMissing';

  constructor(readonly repository: RepositoryPath) {
    super(`there is no repository at ${repository}`);
  }
}
