import { ServiceApp, type Replacement } from '@hearth/testing';
import { Clock } from '../clock.js';
import { IdentityModule } from '../identity.module.js';
import { Mailer } from '../mail/mailer.js';
import { FakeProjects } from './fake-projects.js';
import { makeDatabase, type TestDatabase } from './test-database.js';
import { makeMailer } from './mailer.js';

export { BASE_URL } from '@hearth/testing';

/** Clock that stands still until a spec sets it. `wait` returns at once and records its duration. */
export class FixedClock extends Clock {
  readonly waits: number[] = [];

  constructor(public time = new Date('2018-01-15T10:07:21.123Z')) {
    super();
  }

  override now(): Date {
    return this.time;
  }

  override wait(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    return Promise.resolve();
  }
}

/** One process of identity, with a fake projects service and a fixed clock. */
export class IdentityApp extends ServiceApp {
  private constructor(
    readonly projects = new FakeProjects(),
    readonly clock = new FixedClock(),
    mailer = makeMailer(),
    more: readonly Replacement[] = [],
  ) {
    const replacements = [{ provider: Clock, by: clock }, { provider: Mailer, by: mailer }, ...more];
    super(IdentityModule, projects, { makeDatabase, replacements });
  }

  /** Starts a process for the specs of a block. @param mailer without one, no mail is sent */
  static inBlock(mailer?: Mailer, more?: readonly Replacement[]): IdentityApp {
    return new IdentityApp(undefined, undefined, mailer, more).inBlock();
  }

  static start(database: TestDatabase): Promise<IdentityApp> {
    return new IdentityApp().start(database);
  }
}
