import { tokenHash } from '@hearth/secrets';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import { AuthenticateCredential } from './authenticate.js';
import { signInBudgets } from './sign-in-budgets.js';

const WRONG = 'wrong password';

describe('budgets of failed sign-ins', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let other: IdentityApp;

  beforeAll(async () => {
    database = app.testDatabase;
    other = await IdentityApp.start(database);
    for (const name of ['jane', 'john']) await app.get(CreateUser).execute(newUser(name));
  }, 30_000);
  beforeEach(async () => {
    for (const table of ['sign_in_failures', 'sign_in_budgets', 'sign_in_networks'])
      await database.query(`delete from identity.${table}`);
    at(0);
  });
  afterAll(async () => {
    await other?.stop();
  }, 30_000);

  const START = Date.parse('2018-01-15T10:00:00Z');
  /** Sets the clocks of both processes to a number of seconds after the start, and clears the recorded delays. */
  function at(seconds: number): void {
    for (const { clock } of [app, other]) {
      clock.time = new Date(START + seconds * 1000);
      clock.waits.length = 0;
    }
  }
  function sign(login: string, password: string, clientAddress: string, through = app) {
    const credential = { kind: 'basic' as const, login, password, passwordHash: tokenHash(password), clientAddress };
    return through.get(AuthenticateCredential).execute(credential);
  }
  const outcome = async (...attempt: Parameters<typeof sign>) => (await sign(...attempt)).outcome;
  /** Guesses at one login, five times from each address, so that none is banned. */
  const guess = (times: number, login = 'jane') =>
    each(times, (time) => outcome(login, WRONG, `198.51.100.${time % 40}`));
  /** Guesses from one address, each time at another login. */
  const spray = (times: number, address: string) => each(times, (time) => outcome(`nobody-${time}`, WRONG, address));
  async function each(times: number, attempt: (time: number) => Promise<string>): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (let time = 0; time < times; time++) {
      const result = await attempt(time);
      counts[result] = (counts[result] ?? 0) + 1;
    }
    return counts;
  }

  it('end guesses at one login, wherever they come from', async () => {
    expect(await guess(53)).toEqual({ unknown: 50, limited: 3 });
    expect(app.clock.waits).toHaveLength(25);
    expect(app.clock.waits.at(-1)).toBe(2000);
    expect(await sign('JANE@example.com', PASSWORD, '203.0.113.9')).toEqual({
      outcome: 'limited',
      budget: 50,
      retryAfterSeconds: 600,
    });
    expect(await outcome('john', PASSWORD, '203.0.113.9')).toBe('accepted');
    at(600);
    expect(await outcome('jane', PASSWORD, '203.0.113.9')).toBe('accepted');
  });

  it('end guesses from one address, whatever the logins', async () => {
    expect(await spray(102, '203.0.113.1')).toEqual({ unknown: 100, limited: 2 });
    expect(await outcome('jane', PASSWORD, '203.0.113.1')).toBe('limited');
    expect(await outcome('jane', PASSWORD, '203.0.113.2')).toBe('accepted');
  });

  it('neither delay nor refuse users where they have signed in before', async () => {
    expect(await outcome('jane', PASSWORD, '203.0.113.1')).toBe('accepted');
    await guess(51);
    await spray(101, '203.0.113.1');
    app.clock.waits.length = 0;
    expect(await outcome('jane', PASSWORD, '203.0.113.1')).toBe('accepted');
    expect(await outcome('jane', WRONG, '203.0.113.1')).toBe('unknown');
    expect(app.clock.waits).toEqual([]);
    expect(await outcome('john', PASSWORD, '203.0.113.1')).toBe('limited');
    at(90 * 86_400);
    await guess(51);
    expect(await outcome('jane', PASSWORD, '203.0.113.1')).toBe('limited');
  });

  it('count exactly, of many at once through several processes', async () => {
    const attempts = Array.from({ length: 80 }, (_, time) =>
      outcome('jane', WRONG, `198.51.100.${time}`, time % 2 ? app : other),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((each) => each === 'limited')).toHaveLength(30);
  });

  it('count no sign-in that succeeds, and nothing of who is banned already', async () => {
    expect(await each(30, () => outcome('jane', PASSWORD, '203.0.113.1'))).toEqual({ accepted: 30 });
    expect(await each(70, () => outcome('jane', WRONG, '203.0.113.2'))).toEqual({ unknown: 70 });
    expect(await outcome('jane', PASSWORD, '203.0.113.3')).toBe('accepted');
    expect(await outcome('john', PASSWORD, '203.0.113.2')).toBe('accepted');
    expect(app.clock.waits).toEqual([]);
  });

  it('keep nothing that says nothing any more, and neither names nor addresses', async () => {
    await guess(3);
    await outcome('jane', PASSWORD, '203.0.113.1');
    at(91 * 86_400);
    await outcome('jane', WRONG, '203.0.113.1');
    const [left] = await database.query<{ budgets: number; networks: number; longest: number }>(
      `select (select count(*)::int from identity.sign_in_budgets) as budgets,
              (select count(*)::int from identity.sign_in_networks) as networks,
              (select max(length(key)) from identity.sign_in_budgets) as longest`,
    );
    expect(left).toEqual({ budgets: 2, networks: 0, longest: 32 });
  });
});

describe('the budgets', () => {
  it('are 50 for a login and 100 for an address in ten minutes, unless said otherwise', () => {
    expect(signInBudgets({})).toEqual({ login: 50, network: 100, windowMs: 600_000 });
    const said = {
      HEARTH_SIGN_IN_LOGIN_BUDGET: '5',
      HEARTH_SIGN_IN_ADDRESS_BUDGET: '6',
      HEARTH_SIGN_IN_BUDGET_WINDOW: '1h',
    };
    expect(signInBudgets(said)).toEqual({ login: 5, network: 6, windowMs: 3_600_000 });
  });
});
