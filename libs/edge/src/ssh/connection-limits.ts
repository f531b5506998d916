import { networkOf } from '@hearth/http';
import type { SshSettings } from './ssh-settings.js';

/** Share of one network in the connections that have not signed in. */
const OF_ONE_NETWORK = 1 / 10;

/** Bounds the connections of a process, and those among them that have not signed in yet: a connection costs an attacker nothing. */
export class ConnectionLimits {
  private total = 0;
  private unauthenticated = 0;
  private readonly byNetwork = new Map<string, number>();

  constructor(private readonly settings: Pick<SshSettings, 'connections' | 'unauthenticated'>) {}

  /** Number of connections. */
  get count(): number {
    return this.total;
  }

  /** Counts a new connection; returns null when there are too many. */
  enter(address: string): CountedConnection | null {
    const network = networkOf(address);
    const { connections, unauthenticated } = this.settings;
    const ofNetwork = this.byNetwork.get(network) ?? 0;
    if (this.total >= connections || this.unauthenticated >= unauthenticated) return null;
    if (ofNetwork >= Math.max(1, Math.floor(unauthenticated * OF_ONE_NETWORK))) return null;
    this.total += 1;
    this.unauthenticated += 1;
    this.byNetwork.set(network, ofNetwork + 1);
    let isSignedIn = false;
    let hasLeft = false;
    const signIn = (): void => {
      if (isSignedIn) return;
      isSignedIn = true;
      this.unauthenticated -= 1;
      const left = this.byNetwork.get(network)! - 1;
      if (left === 0) this.byNetwork.delete(network);
      else this.byNetwork.set(network, left);
    };
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      signIn();
      this.total -= 1;
    };
    return { signIn, leave };
  }
}

/** A connection that counts. */
export interface CountedConnection {
  /** The client has signed in. */
  signIn(): void;
  /** The connection is closed. */
  leave(): void;
}
