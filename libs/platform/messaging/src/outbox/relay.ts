import { Logger } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { DatabaseProbe, ListeningSession, Signal, directDatabaseUrl, schemaName } from '@hearth/data';
import { StallDetector } from '../stall-detector.js';
import type { ServiceMessaging } from '../service-messaging.js';
import type { Forwarder } from './forwarder.js';
import { OutboxGauges } from './outbox-gauges.js';

/** First half of the advisory lock's key for all relays; the second is the service's. */
const RELAY_LOCK = 1_212_370_260;
/** Longest wait for a notification while no event waits: the next look detects a dead connection. */
const IDLE_MS = 10_000;
/** The same while an event waits for its retry. */
const WAITING_MS = 1_000;
/** Interval of attempts to acquire the lock while no event is appended. */
const STANDBY_MS = 2_000;
/** Delay after a failure of database or broker. */
const RECOVERY_MS = 200;
/** Longest time for which a shutdown keeps forwarding waiting events. */
const DRAIN_MS = 2_000;
const PROBE_MS = 2_000;
const LOOK_MS = 1_000;
/** Without a step for this long although database and broker respond: only a restart of the process helps. */
const STUCK_MS = 60_000;
/** Age of the oldest waiting event from which it is reported as a problem. */
const LATE_SECONDS = 60;

/**
 * Publishes the outbox of one service. Among all processes one relay is the leader; the others wait for its lock. Every failure is retried
 * for as long as the relay runs: rows stay until they are published.
 */
export class Relay {
  private readonly logger: Logger;
  private readonly signal = new Signal();
  private readonly gauges: OutboxGauges;
  private readonly pulse: StallDetector;
  private readonly service: ServiceName;
  private stopping = false;
  private running: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;
  private connected = false;
  private failure: string | undefined;
  private wasConnected = false;

  constructor(
    messaging: ServiceMessaging,
    private readonly forwarder: Forwarder,
  ) {
    this.service = messaging.service;
    this.logger = new Logger(`Relay ${this.service}`);
    this.gauges = new OutboxGauges(this.service);
    this.pulse = new StallDetector(async () =>
      (await Promise.all([databaseAnswers(this.service), forwarder.answers()])).every(Boolean),
    );
  }

  start(): void {
    this.forwarder.start(this.signal);
    this.running = this.run();
    this.looking = setInterval(() => void this.pulse.look(), LOOK_MS).unref();
  }

  /** True once the relay has been connected to the database. */
  get ready(): boolean {
    return this.wasConnected;
  }

  /** The current problem, as a sentence. */
  get problem(): string | undefined {
    const { oldestSeconds } = this.gauges;
    if (this.pulse.stuckMs > 0) return this.stuckSentence();
    if (!this.connected) return `The relay of ${this.service} has no connection to the database.`;
    if (this.failure !== undefined) return `The relay of ${this.service} cannot publish: ${this.failure}`;
    if (oldestSeconds >= LATE_SECONDS)
      return `The oldest event of ${this.service} has waited for ${Math.round(oldestSeconds)} s.`;
    return undefined;
  }

  /** Set when only a restart of the process helps: database and broker respond, but the relay waits for a response. */
  get stuck(): string | undefined {
    return this.pulse.stuckMs >= STUCK_MS ? this.stuckSentence() : undefined;
  }

  /** Forwards waiting events for two seconds at most, then releases the lock. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.raise();
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
      if (!this.stopping) await this.rest(RECOVERY_MS);
    }
    await this.forwarder.stop();
  }

  private async session(): Promise<void> {
    const wake = () => this.signal.raise();
    const session = await ListeningSession.open({
      service: this.service,
      purpose: 'relay',
      channel: this.channel,
      onNotification: wake,
      onLost: wake,
    });
    try {
      this.connected = true;
      this.wasConnected = true;
      while (!this.stopping && session.connected) {
        this.pulse.beat();
        if (await this.acquire(session)) return await this.work(session);
        await this.rest(STANDBY_MS);
      }
    } finally {
      this.connected = false;
      this.gauges.clear();
      await session.close();
    }
  }

  /** Acquires the lock for the session. Returns true when this relay is the leader. */
  private async acquire(session: ListeningSession): Promise<boolean> {
    const [row] = await session.query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1::int, hashtext($2)) as acquired',
      [RELAY_LOCK, schemaName(this.service)],
    );
    return row?.acquired ?? false;
  }

  private async work(session: ListeningSession): Promise<void> {
    let drainUntil = Infinity;
    while (session.connected && performance.now() < drainUntil) {
      await this.gauges.measure(session);
      const more = await this.step();
      this.pulse.beat();
      if (this.stopping && !more) return await this.release(session);
      if (this.stopping) drainUntil = Math.min(drainUntil, performance.now() + DRAIN_MS);
      else if (!more) await this.rest(this.waitMs());
    }
  }

  private waitMs(): number {
    if (this.failure !== undefined) return RECOVERY_MS;
    return this.gauges.oldestSeconds > 0 ? WAITING_MS : IDLE_MS;
  }

  /** Releases the lock and wakes the relays that wait for it. */
  private async release(session: ListeningSession): Promise<void> {
    await session.query('select pg_advisory_unlock($1::int, hashtext($2)), pg_notify($3, $4)', [
      RELAY_LOCK,
      schemaName(this.service),
      this.channel,
      '',
    ]);
  }

  /** Waits for the signal. No response is expected meanwhile, so silence does not count. */
  private async rest(ms: number): Promise<void> {
    this.pulse.pause();
    await this.signal.wait(ms);
    this.pulse.beat();
  }

  private async step(): Promise<boolean> {
    try {
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

  private get channel(): string {
    return `outbox_${schemaName(this.service)}`;
  }

  private stuckSentence(): string {
    const seconds = Math.round(this.pulse.stuckMs / 1_000);
    return `The relay of ${this.service} has waited for an answer for ${seconds} s although database and broker answer others.`;
  }
}

/** Returns true when the server responds on a new connection within some seconds. */
async function databaseAnswers(service: ServiceName): Promise<boolean> {
  const probe = new DatabaseProbe(directDatabaseUrl(service), PROBE_MS);
  try {
    return await probe.answers();
  } finally {
    probe.close();
  }
}
