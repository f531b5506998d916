import { spawn } from 'node:child_process';
import os from 'node:os';

export interface GitOptions {
  /** Bytes for the standard input; empty by default. */
  readonly input?: Buffer | string;
  /** Variables in addition to the isolated environment, such as GIT_ASKPASS. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds after which git is killed and the call fails; 60 000 by default. */
  readonly timeoutMs?: number;
}

export interface GitResult {
  /** Exit code; null when a signal ended git. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Thrown when git exits with another code than 0; the message has its output. */
export class GitError extends Error {
  constructor(
    readonly args: readonly string[],
    readonly result: GitResult,
  ) {
    super(`git ${args.map(withoutPassword).join(' ')} ended with ${result.code}: ${result.stderr.trim()}`);
  }
}

/** Configuration of every git that tests start, instead of the machine's or the user's. */
const SETTINGS = {
  'init.defaultBranch': 'main',
  'core.quotePath': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'advice.detachedHead': 'false',
  'i18n.logOutputEncoding': 'UTF-8',
};

/** Runs the real git in one folder, isolated from the configuration, credentials and proxies of the user. It never prompts. */
export class Git {
  /** @param folder an existing folder: a repository, or the place for one */
  constructor(readonly folder: string) {}

  /** Runs git and returns the result, whatever its exit code. */
  attempt(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', args, {
        cwd: this.folder,
        env: { ...isolatedEnvironment(this.folder), ...options.environment },
        detached: true,
      });
      // With its transports, which would go on with the request and keep its output open.
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), options.timeoutMs ?? 60_000);
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      child.on('close', (code) => {
        clearTimeout(timer);
        resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') });
      });
      // git may exit before it has read everything; its exit code reports failures, not the broken pipe.
      child.stdin.on('error', () => undefined);
      child.stdin.end(options.input ?? '');
    });
  }

  /**
   * Runs git and returns its output as bytes.
   * @throws GitError when git does not exit with 0
   */
  async run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const result = await this.attempt(args, options);
    if (result.code !== 0) throw new GitError(args, result);
    return result.stdout;
  }

  /** Like `run`, as UTF-8 without the newline at the end. */
  async text(...args: string[]): Promise<string> {
    return (await this.run(args)).toString('utf8').replace(/\n$/, '');
  }

  /** Like `text`, one element per line; no output is an empty list. */
  async lines(...args: string[]): Promise<string[]> {
    const text = await this.text(...args);
    return text === '' ? [] : text.split('\n');
  }

  /** Returns the object id of a revision. */
  idOf(revision: string): Promise<string> {
    return this.text('rev-parse', '--verify', '--end-of-options', revision);
  }
}

function isolatedEnvironment(home: string): Record<string, string> {
  const settings = Object.entries(SETTINGS);
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_AUTHOR_NAME: 'Ada Author',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Carl Committer',
    GIT_COMMITTER_EMAIL: 'carl@example.com',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** Removes the password of a URL: those of tests contain tokens, which must not appear in messages. */
function withoutPassword(argument: string): string {
  return argument.replace(/^(https?:\/\/[^/@:]+):[^/@]+@/, '$1:***@');
}
