import type { Socket } from 'node:net';
import type { AuthContext, Connection, ServerChannel, Session } from 'ssh2';
import { streamsOf } from './channel-streams.js';
import type { KeyAuthentication } from './key-authentication.js';
import type { RunCommand } from './run-command.js';

/** The name that all clients sign in by: their key says who they are. */
const LOGIN = 'git';
/** As many keys as an agent offers before a client gives up. */
const MOST_ATTEMPTS = 10;
/** Commands of one connection at once, as in OpenSSH. */
const MOST_SESSIONS = 10;
/** Longest time in milliseconds that a connection stays open without a command. */
const IDLE_MS = 5 * 60_000;

/** Parts that connections share. */
export interface ConnectionParts {
  readonly keyAuthentication: KeyAuthentication;
  readonly runCommand: RunCommand;
  /** Reports that the client has signed in. */
  readonly signedIn: () => void;
  readonly log: (error: unknown) => void;
}

/** One connection of a client, from its greeting on. */
export class ClientConnection {
  private attempts = 0;
  private fingerprint: string | null = null;
  private sessions = 0;
  private leaving = false;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly socket: Socket,
    private readonly clientAddress: string,
    private readonly parts: ConnectionParts,
  ) {
    // Clients break off and send nonsense as they like; the socket's end follows.
    connection.on('error', () => undefined);
    connection.on('authentication', (attempt) => {
      this.authenticate(attempt).catch((error: unknown) => {
        parts.log(error);
        connection.end();
      });
    });
    connection.on('ready', () => {
      parts.signedIn();
      this.rest();
    });
    connection.on('session', (accept, reject) => {
      if (this.leaving || this.sessions >= MOST_SESSIONS) reject();
      else this.serve(accept());
    });
    socket.once('close', () => clearTimeout(this.idle));
  }

  /** Closes the connection when its last command has ended. */
  leave(): void {
    this.leaving = true;
    if (this.sessions === 0) this.connection.end();
  }

  private async authenticate(attempt: AuthContext): Promise<void> {
    const accepted = await this.accepts(attempt);
    if (accepted) return attempt.accept();
    // The first question of every client has no credential.
    if (attempt.method !== 'none') this.attempts += 1;
    if (this.attempts >= MOST_ATTEMPTS) this.connection.end();
    else attempt.reject(['publickey']);
  }

  private async accepts(attempt: AuthContext): Promise<boolean> {
    if (attempt.method !== 'publickey' || attempt.username !== LOGIN) return false;
    const fingerprint = await this.parts.keyAuthentication.judge(attempt);
    if (fingerprint !== null && attempt.signature !== undefined) this.fingerprint = fingerprint;
    return fingerprint !== null;
  }

  /** Serves a session: a command, or a shell, which is only a greeting. Everything else that one may hold is refused by the library. */
  private serve(session: Session): void {
    this.sessions += 1;
    clearTimeout(this.idle);
    let protocol: string | undefined;
    let line: string | undefined;
    session.on('env', (accept, reject, { key, val }) => {
      const isKnown = key === 'GIT_PROTOCOL';
      if (isKnown) protocol = val;
      (isKnown ? accept : reject)?.();
    });
    const run = (asked: string, accept: () => ServerChannel): void => {
      if (line !== undefined) return;
      line = asked;
      const { fingerprint, clientAddress, socket } = this;
      const localAddress = socket.localAddress ?? '';
      const command = { line, protocol, fingerprint: fingerprint!, clientAddress, localAddress };
      const streams = streamsOf(accept(), this.socket);
      void this.parts.runCommand
        .execute(command, streams)
        .catch(this.parts.log)
        .finally(() => this.ended());
    };
    session.on('exec', (accept, _reject, { command }) => run(command, accept));
    session.on('shell', (accept) => run('', accept));
    session.once('close', () => {
      if (line === undefined) this.ended();
    });
  }

  private ended(): void {
    this.sessions -= 1;
    if (this.leaving) this.leave();
    else this.rest();
  }

  /** Closes the connection when no command begins for long. */
  private rest(): void {
    clearTimeout(this.idle);
    if (this.sessions === 0 && !this.socket.destroyed)
      this.idle = setTimeout(() => this.connection.end(), IDLE_MS).unref();
  }
}
