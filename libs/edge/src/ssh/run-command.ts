import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { GitSessions, SESSION_STATUS } from '@hearth/repository-contracts';
import { withOrigin } from '@hearth/telemetry';
import { Counter } from 'prom-client';
import { EDGE_OPTIONS, type EdgeOptions } from '../edge-options.js';
import { RateLimits } from '../rate-limits.js';
import { RetryLater } from '../retry-later.js';
import type { ChannelStreams } from './channel-streams.js';
import { HttpAddress } from './http-address.js';
import { GIT_SESSIONS } from './git-sessions-token.js';
import { KeyAuthentication, type KeyOwner } from './key-authentication.js';
import { parseSshCommand } from './ssh-command.rules.js';

/** A command of a client that has proved to hold a key. */
export interface ClientCommand {
  readonly line: string;
  /** The client's GIT_PROTOCOL. */
  readonly protocol: string | undefined;
  readonly fingerprint: string;
  readonly clientAddress: string;
  /** To which the client has connected. */
  readonly localAddress: string;
}

const BLOCKED = 'Your account has been blocked.';
const EXPIRED = 'Your SSH key has expired.';
const KEY_GONE = 'This key opens no account any more.';
const ONLY_GIT =
  'Only git is served here: git-upload-pack, git-receive-pack, git-upload-archive and git-lfs-authenticate.';
const RETRY_LATER = 'Too many requests. Retry later.';
const FAILED = 'The repository cannot be reached now. Please try again.';

const commands = new Counter({
  name: 'hearth_ssh_commands_total',
  help: 'Commands of clients over SSH, by program and exit status',
  labelNames: ['program', 'status'],
});

/** Runs the commands of SSH clients: git's own, and a greeting for those who test their key. */
@Injectable()
export class RunCommand {
  private readonly logger = new Logger('Ssh');

  constructor(
    private readonly keyAuthentication: KeyAuthentication,
    private readonly limits: RateLimits,
    @Inject(GIT_SESSIONS) private readonly gitSessions: () => GitSessions,
    private readonly httpAddress: HttpAddress,
    @Inject(EDGE_OPTIONS) private readonly options: EdgeOptions,
  ) {}

  /** Runs a command to its end. Never throws: what fails is written to the client's terminal. */
  async execute(command: ClientCommand, streams: ChannelStreams): Promise<void> {
    const correlation = randomUUID();
    const startedAt = performance.now();
    const origin = { correlation, address: command.clientAddress };
    const status = await withOrigin(origin, () =>
      this.run(command, streams, correlation).catch((error: unknown) => {
        if (error instanceof RetryLater) return refuse(streams, RETRY_LATER);
        if (!streams.signal.aborted) this.options.log(error, correlation);
        return refuse(streams, FAILED);
      }),
    );
    await streams.finish(status);
    const asked = parseSshCommand(command.line);
    const program = asked.kind === 'git' ? asked.program : asked.kind;
    commands.inc({ program, status: String(status) });
    const milliseconds = Math.round(performance.now() - startedAt);
    this.logger.log({ correlation, program, status, milliseconds, aborted: streams.signal.aborted }, 'command');
  }

  private async run(command: ClientCommand, streams: ChannelStreams, correlationId: string): Promise<number> {
    const { line, protocol, fingerprint, clientAddress, localAddress } = command;
    // Asked for each command: clients keep connections open.
    const { authentication } = await this.keyAuthentication.owner(fingerprint);
    if (authentication.outcome !== 'accepted') return refuse(streams, refusalOf(authentication));
    const { principal } = authentication;
    await this.limits.count(principal, clientAddress);
    const asked = parseSshCommand(line);
    if (asked.kind === 'unknown') return refuse(streams, ONLY_GIT);
    if (asked.kind === 'welcome') return welcome(streams, principal);
    const caller = { principal, clientAddress, baseUrl: this.httpAddress.of(localAddress), correlationId };
    const { kind: _, ...of } = asked;
    const session = { ...of, ...(protocol !== undefined && { protocol }) };
    return this.gitSessions().serve(session, caller, { ...streams, begin: () => undefined });
  }
}

function refusalOf({ outcome }: KeyOwner['authentication']): string {
  if (outcome === 'expired') return EXPIRED;
  return outcome === 'blocked' ? BLOCKED : KEY_GONE;
}

function welcome({ output }: ChannelStreams, { username, credential }: Principal): number {
  const { deployKeyId } = credential;
  output.write(`Welcome to Hearth, ${deployKeyId === undefined ? `@${username}` : `deploy key ${deployKeyId}`}!\n`);
  return SESSION_STATUS.served;
}

function refuse({ errors }: ChannelStreams, text: string): number {
  errors.write(`ERROR: ${text}\n`);
  return SESSION_STATUS.refused;
}
