import type { INestApplicationContext, Type } from '@nestjs/common';
import { Database, DatabaseProbe, databaseUrl, instancesOf } from '@hearth/data';
import { HealthCheck, HealthWarning, CachedCheck } from './health-check.js';

/** Longest age of a cached readiness. */
const FRESH_MS = 1_000;
/** Below the second after which probes commonly time out. */
const TIMEOUT_MS = 800;
/**
 * Longest time for which a starting process waits for the broker. After that it serves without it: writes continue through the outbox, and an outage
 * of Kafka must not become one of the API for a process that restarts meanwhile.
 */
const BROKER_WAIT_MS = 20_000;

/** Inputs of a process' health. */
export interface Vitals {
  /** Returns true once every component has been connected. */
  readonly connected: () => boolean;
  /** Returns current problems, one sentence each, whether or not the process serves. */
  readonly problems: () => readonly string[];
  /** Returns problems that only a restart of the process solves. */
  readonly stuck: () => readonly string[];
}

export interface HealthOptions {
  readonly now?: () => number;
  /** Closed with the health. */
  readonly probe?: DatabaseProbe | undefined;
  /** Reported without making the process unready. */
  readonly warnings?: readonly CachedCheck[];
}

/** Liveness, readiness and current problems of a process. */
export class Health {
  private readonly now: () => number;
  private readonly startedAt: number;
  private readonly probe: DatabaseProbe | undefined;
  private readonly warnings: readonly CachedCheck[];
  private started = false;
  private draining = false;

  constructor(
    private readonly vitals: Vitals,
    private readonly checks: readonly CachedCheck[],
    { now = () => performance.now(), probe, warnings = [] }: HealthOptions = {},
  ) {
    this.now = now;
    this.startedAt = now();
    this.probe = probe;
    this.warnings = warnings;
  }

  /** Creates the health of an app from its database, if it has one, and the checks of its modules. */
  static of(app: INestApplicationContext, vitals: Vitals): Health {
    const [database] = instancesOf(app, Database);
    const probe = database && new DatabaseProbe(databaseUrl(database.service), TIMEOUT_MS);
    const ofModules = instancesOf(app, HealthCheck as Type<HealthCheck>);
    const checks = probe ? [new DatabaseCheck(probe), ...ofModules] : ofModules;
    const cached = (all: readonly HealthCheck[]) => all.map((check) => new CachedCheck(check, FRESH_MS, TIMEOUT_MS));
    const warnings = cached(instancesOf(app, HealthWarning as Type<HealthWarning>));
    return new Health(vitals, cached(checks), { probe, warnings });
  }

  /** Makes the process not ready from now on, for a shutdown. */
  drain(): void {
    this.draining = true;
  }

  /** Returns why the process is not ready, one sentence each; empty when it is. */
  async unready(): Promise<string[]> {
    if (this.draining) return ['The process is about to end.'];
    const starting = this.hasStarted() ? [] : ['The process is starting.', ...this.vitals.problems()];
    return [...starting, ...(await problemsOf(this.checks))];
  }

  /** Returns why the process should be restarted; empty while it is live. An outage of a dependency is no reason. */
  stuck(): readonly string[] {
    return this.vitals.stuck();
  }

  /** Returns all current problems, for people. */
  async problems(): Promise<string[]> {
    const warnings = await problemsOf(this.warnings);
    const all = [...(await this.unready()), ...this.vitals.stuck(), ...this.vitals.problems(), ...warnings];
    return [...new Set(all)];
  }

  /** Closes the connection to the database. */
  close(): void {
    this.probe?.close();
  }

  private hasStarted(): boolean {
    this.started ||= this.vitals.connected() || this.now() - this.startedAt > BROKER_WAIT_MS;
    return this.started;
  }
}

async function problemsOf(checks: readonly CachedCheck[]): Promise<string[]> {
  const answers = await Promise.all(checks.map((check) => check.problem()));
  return answers.filter((problem) => problem !== undefined);
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
