import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Result of a command over SSH. */
export interface SshResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** OpenSSH's client with one key, isolated from the configuration, the agent and the keys of the user. */
export class SshClient {
  private constructor(
    private readonly folder: string,
    /** Public half of the key, as users add it to their account. */
    readonly publicKey: string,
    private readonly port: number,
  ) {}

  /**
   * Makes a client with a new key.
   * @param folder an existing folder, for the key and the known hosts
   * @param kind as `ssh-keygen -t` has it
   */
  static async make(folder: string, port: number, kind: 'ed25519' | 'ecdsa' | 'rsa' = 'ed25519'): Promise<SshClient> {
    const file = path.join(folder, 'id');
    await makeSshKey(file, kind);
    return new SshClient(folder, (await readFile(`${file}.pub`, 'utf8')).trim(), port);
  }

  /** The environment in which git uses this client. */
  get environment(): Readonly<Record<string, string>> {
    return { GIT_SSH_COMMAND: ['ssh', ...this.flags].map((word) => `'${word}'`).join(' '), GIT_SSH_VARIANT: 'ssh' };
  }

  /** Runs a command on the server, or asks for a shell where there is none. @param options further ones of `ssh` */
  exec(
    command: string | null,
    { options = [], login = 'git' }: { options?: string[]; login?: string } = {},
  ): Promise<SshResult> {
    return new Promise((resolve, reject) => {
      // The first value of an option counts.
      const words = [...options, ...this.flags, '-p', String(this.port), `${login}@127.0.0.1`];
      const child = spawn('ssh', command === null ? words : [...words, command], { timeout: 60_000 });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
      );
      child.stdin.end();
    });
  }

  /** Starts a command and leaves its streams open, for clients that leave in the middle. The caller ends it. */
  start(command: string): ChildProcessWithoutNullStreams {
    return spawn('ssh', [...this.flags, '-p', String(this.port), 'git@127.0.0.1', command]);
  }

  /** The URL of a project's repository. */
  urlOf(fullPath: string): string {
    return `ssh://git@127.0.0.1:${this.port}/${fullPath}.git`;
  }

  private get flags(): string[] {
    const options = {
      IdentitiesOnly: 'yes',
      IdentityAgent: 'none',
      BatchMode: 'yes',
      StrictHostKeyChecking: 'accept-new',
      UserKnownHostsFile: path.join(this.folder, 'known_hosts'),
      LogLevel: 'ERROR',
    };
    const named = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return ['-F', 'none', '-i', path.join(this.folder, 'id'), ...named];
  }
}

/** Writes a new key pair: the private half to the file, the public one beside it. */
export async function makeSshKey(file: string, kind: 'ed25519' | 'ecdsa' | 'rsa' = 'ed25519'): Promise<void> {
  await run('ssh-keygen', ['-q', '-t', kind, '-N', '', '-C', 'spec', '-f', file]);
}
