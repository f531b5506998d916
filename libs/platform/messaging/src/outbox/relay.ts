import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { Bell } from '../bell.js';
import { metrics } from '../metrics.js';
import type { ServiceMessaging } from '../service-messaging.js';
import type { Forwarder } from './forwarder.js';
import { oldestAge } from './outbox-rows.js';
import { RelaySession } from './relay-session.js';

/** Longest wait for a notification: one may be lost with its connection. */
const FALLBACK_MS = 1_000;
/** Wait after a failure of database or broker. */
const RECOVERY_MS = 500;
/** How long stopping may go on forwarding what waits. */
const DRAIN_MS = 2_000;

/**
 * Empties the outbox of one service. Among all processes one relay works at a time; the others wait for its lock.
 * Whatever fails is tried again for as long as the relay runs: rows stay until they are published.
 */
export class Relay {
  private readonly logger: Logger;
  private readonly bell = new Bell();
  private stopping = false;
  private running: Promise<void> | undefined;
  private connected = false;
  private failing = false;
  private wasConnected = false;
  private measuredAt = 0;
  private readonly service: ServiceName;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly forwarder: Forwarder,
  ) {
    this.service = messaging.service;
    this.logger = new Logger(`Relay ${this.service}`);
  }

  start(): void {
    this.forwarder.start(this.bell);
    this.running = this.run();
  }

  /** True once the relay was connected to the database. */
  get ready(): boolean {
    return this.wasConnected;
  }

  /** What is wrong now, as a sentence. */
  get problem(): string | undefined {
    if (!this.connected) return `The relay of ${this.service} has no connection to the database.`;
    if (this.failing) return `The relay of ${this.service} cannot publish.`;
    return undefined;
  }

  /** Forwards what waits, for two seconds at most, and lets the next relay take over. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.session();
      } catch (error) {
        this.logger.warn(`lost its connection, trying again: ${String(error)}`);
      }
      if (!this.stopping) {
        await this.bell.wait(RECOVERY_MS);
      }
    }
    await this.forwarder.stop();
  }

  private async session(): Promise<void> {
    const session = await RelaySession.open(this.service, this.bell);
    try {
      this.connected = true;
      this.wasConnected = true;
      while (!this.stopping && session.connected) {
        if (await session.acquire()) return await this.work(session);
        await this.bell.wait(FALLBACK_MS);
      }
    } finally {
      this.connected = false;
      await session.close();
    }
  }

  private async work(session: RelaySession): Promise<void> {
    let drainUntil = Infinity;
    while (session.connected && Date.now() < drainUntil) {
      const more = await this.step();
      if (this.stopping && !more) return;
      if (this.stopping) drainUntil = Math.min(drainUntil, Date.now() + DRAIN_MS);
      else if (!more) await this.bell.wait(this.failing ? RECOVERY_MS : FALLBACK_MS);
    }
  }

  private async step(): Promise<boolean> {
    try {
      await this.measure();
      const more = await this.forwarder.step();
      this.failing = false;
      return more;
    } catch (error) {
      if (!this.failing) this.logger.warn(`cannot publish, trying again: ${String(error)}`);
      this.failing = true;
      return false;
    }
  }

  private async measure(): Promise<void> {
    if (Date.now() - this.measuredAt < FALLBACK_MS) return;
    this.measuredAt = Date.now();
    metrics.lag.set({ service: this.service }, await oldestAge(this.messaging.database));
  }
}
