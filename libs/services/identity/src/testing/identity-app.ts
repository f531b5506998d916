import { ServiceApp } from '@hearth/testing';
import { Clock } from '../clock.js';
import { IdentityModule } from '../identity.module.js';
import { Mailer } from '../mail/mailer.js';
import { FakeProjects } from './fake-projects.js';
import { makeDatabase, type TestDatabase } from './test-database.js';

export { BASE_URL } from '@hearth/testing';

/** A clock that stands still until a spec moves it. Nobody waits by it: how long they would have is noted. */
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

/** One process of identity; projects and the clock are stood in for. */
export class IdentityApp extends ServiceApp {
  private constructor(
    readonly projects = new FakeProjects(),
    readonly clock = new FixedClock(),
    mailer = new Mailer(null),
  ) {
    const replacements = [
      { provider: Clock, by: clock },
      { provider: Mailer, by: mailer },
    ];
    super(IdentityModule, projects, { makeDatabase, replacements });
  }

  /** For the specs of a block. @param mailer without one, no mail is sent */
  static inBlock(mailer?: Mailer): IdentityApp {
    return new IdentityApp(undefined, undefined, mailer).inBlock();
  }

  static start(database: TestDatabase): Promise<IdentityApp> {
    return new IdentityApp().start(database);
  }
}
