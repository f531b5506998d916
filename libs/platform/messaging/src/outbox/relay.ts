import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { Bell } from '../bell.js';
import { Pulse } from '../pulse.js';
import type { ServiceMessaging } from '../service-messaging.js';
import type { Forwarder } from './forwarder.js';
import { OutboxGauges } from './outbox-gauges.js';
import { RelaySession, databaseAnswers } from './relay-session.js';

/** Longest wait for a notification: one may be lost with its connection. */
const FALLBACK_MS = 1_000;
/** Wait after a failure of database or broker. */
const RECOVERY_MS = 200;
/** How long stopping may go on forwarding what waits. */
const DRAIN_MS = 2_000;
/** How often the session is asked whether it lives: a dead connection says nothing. */
const CHECK_MS = 10_000;
const LOOK_MS = 1_000;
/** Without a step for so long although database and broker answer: nothing but another process helps. */
const HOPELESS_MS = 60_000;
/** Age of the oldest waiting event that is told of. */
const LATE_SECONDS = 60;

/**
 * Empties the outbox of one service. Among all processes one relay works at a time; the others wait for its lock.
 * Whatever fails is tried again for as long as the relay runs: rows stay until they are published.
 */
export class Relay {
  private readonly logger: Logger;
  private readonly bell = new Bell();
  private readonly gauges: OutboxGauges;
  private readonly pulse: Pulse;
  private readonly service: ServiceName;
  private stopping = false;
  private running: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;
  private connected = false;
  private failure: string | undefined;
  private wasConnected = false;
  private checkedAt = 0;

  constructor(
    messaging: ServiceMessaging,
    private readonly forwarder: Forwarder,
  ) {
    this.service = messaging.service;
    this.logger = new Logger(`Relay ${this.service}`);
    this.gauges = new OutboxGauges(this.service, messaging.database);
    this.pulse = new Pulse(async () => (await Promise.all([databaseAnswers(), forwarder.answers()])).every(Boolean));
  }

  start(): void {
    this.forwarder.start(this.bell);
    this.running = this.run();
    this.looking = setInterval(() => void this.pulse.look(), LOOK_MS).unref();
  }

  /** True once the relay was connected to the database. */
  get ready(): boolean {
    return this.wasConnected;
  }

  /** What is wrong now, as a sentence. */
  get problem(): string | undefined {
    const { oldestSeconds } = this.gauges;
    if (this.pulse.stuckMs > 0) return this.stuckSentence();
    if (!this.connected) return `The relay of ${this.service} has no connection to the database.`;
    if (this.failure !== undefined) return `The relay of ${this.service} cannot publish: ${this.failure}`;
    if (oldestSeconds >= LATE_SECONDS)
      return `The oldest event of ${this.service} has waited for ${Math.round(oldestSeconds)} s.`;
    return undefined;
  }

  /** Set when only another process helps: database and broker answer, but the relay waits for an answer. */
  get stuck(): string | undefined {
    return this.pulse.stuckMs >= HOPELESS_MS ? this.stuckSentence() : undefined;
  }

  /** Forwards what waits, for two seconds at most, and lets the next relay take over. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.running;
    clearInterval(this.looking);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.session();
      } catch (error) {
        this.logger.warn(`lost its connection, trying again: ${String(error)}`);
      }
      this.pulse.beat();
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
        this.pulse.beat();
        if (await session.acquire()) return await this.work(session);
        await this.bell.wait(FALLBACK_MS);
      }
    } finally {
      this.connected = false;
      this.gauges.clear();
      await session.close();
    }
  }

  private async work(session: RelaySession): Promise<void> {
    let drainUntil = Infinity;
    while (session.connected && performance.now() < drainUntil) {
      const more = await this.step();
      this.pulse.beat();
      if (this.stopping && !more) return;
      if (this.stopping) drainUntil = Math.min(drainUntil, performance.now() + DRAIN_MS);
      else if (!more) await this.bell.wait(this.failure === undefined ? FALLBACK_MS : RECOVERY_MS);
      await this.check(session);
    }
  }

  private async step(): Promise<boolean> {
    try {
      await this.gauges.measure();
      const more = await this.forwarder.step();
      this.failure = undefined;
      return more;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== this.failure) this.logger.warn(`cannot publish, trying again: ${failure}`);
      this.failure = failure;
      return false;
    }
  }

  private async check(session: RelaySession): Promise<void> {
    if (this.stopping || performance.now() - this.checkedAt < CHECK_MS) return;
    await session.check();
    this.checkedAt = performance.now();
  }

  private stuckSentence(): string {
    const seconds = Math.round(this.pulse.stuckMs / 1_000);
    return `The relay of ${this.service} has waited for an answer for ${seconds} s although database and broker answer others.`;
  }
}
