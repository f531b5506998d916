import type { INestApplicationContext, Type } from '@nestjs/common';
import { Database, DatabaseProbe, databaseUrl, instancesOf } from '@hearth/data';
import { HealthCheck, PatientCheck } from './health-check.js';

/** How old what is said of readiness may be. */
const FRESH_MS = 1_000;
/** Below the second that probes commonly wait. */
const TIMEOUT_MS = 800;
/**
 * How long a starting process waits for the broker. Later it serves without: writes go on through the outbox, and a process that had to
 * start again during an outage of Kafka must not make it one of the API.
 */
const BROKER_PATIENCE_MS = 20_000;

/** What a process' health is told by. */
export interface Vitals {
  /** Everything that was to be connected has been, once. */
  readonly connected: () => boolean;
  /** What is wrong now, a sentence each, serving or not. */
  readonly problems: () => readonly string[];
  /** What is wrong for good: only another process helps. */
  readonly stuck: () => readonly string[];
}

/** Whether a process lives, may get traffic, and is well. */
export class Health {
  private readonly now: () => number;
  private readonly startedAt: number;
  private readonly probe: DatabaseProbe | undefined;
  private started = false;
  private draining = false;

  constructor(
    private readonly vitals: Vitals,
    private readonly checks: readonly PatientCheck[],
    { now = () => performance.now(), probe }: { now?: () => number; probe?: DatabaseProbe | undefined } = {},
  ) {
    this.now = now;
    this.startedAt = now();
    this.probe = probe;
  }

  /** The health of an app: of its database, if it has one, and of what its modules check. */
  static of(app: INestApplicationContext, vitals: Vitals): Health {
    const hasDatabase = instancesOf(app, Database).length > 0;
    const probe = hasDatabase ? new DatabaseProbe(databaseUrl(), TIMEOUT_MS) : undefined;
    const ofModules = instancesOf(app, HealthCheck as Type<HealthCheck>);
    const checks = probe ? [new DatabaseCheck(probe), ...ofModules] : ofModules;
    return new Health(
      vitals,
      checks.map((check) => new PatientCheck(check, FRESH_MS, TIMEOUT_MS)),
      { probe },
    );
  }

  /** From now on the process is not ready: it is about to end. */
  drain(): void {
    this.draining = true;
  }

  /** Why the process must not get traffic, a sentence each; empty when it may. */
  async unready(): Promise<string[]> {
    if (this.draining) return ['The process is about to end.'];
    const starting = this.hasStarted() ? [] : ['The process is starting.', ...this.vitals.problems()];
    return [...starting, ...(await this.failedChecks())];
  }

  /** Why the process should be ended and started again; empty while it lives. An outage of what it needs is no reason. */
  stuck(): readonly string[] {
    return this.vitals.stuck();
  }

  /** Everything that is wrong, for people. */
  async problems(): Promise<string[]> {
    const all = [...(await this.unready()), ...this.vitals.stuck(), ...this.vitals.problems()];
    return [...new Set(all)];
  }

  /** Lets go of the database. */
  close(): void {
    this.probe?.close();
  }

  private hasStarted(): boolean {
    this.started ||= this.vitals.connected() || this.now() - this.startedAt > BROKER_PATIENCE_MS;
    return this.started;
  }

  private async failedChecks(): Promise<string[]> {
    const answers = await Promise.all(this.checks.map((check) => check.problem()));
    return answers.filter((problem) => problem !== undefined);
  }
}

class DatabaseCheck extends HealthCheck {
  readonly subject = 'The database';

  constructor(private readonly probe: DatabaseProbe) {
    super();
  }

  async problem(): Promise<string | undefined> {
    return (await this.probe.answers()) ? undefined : 'The database does not answer.';
  }
}
