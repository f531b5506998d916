import { Logger, type LoggerService } from '@nestjs/common';
import { newToken, tokenHash } from '@hearth/secrets';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { IssueToken } from '../tokens/issue.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { AuthenticateCredential } from './authenticate.js';
import { banLimits } from './ban-limits.js';

const HERE = '127.0.0.1';
const ELSEWHERE = '192.0.2.1';
const WRONG = 'wrong password';

describe('bans after failed sign-ins', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let other: IdentityApp;
  let jane: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    other = await IdentityApp.start(database);
    jane = await app.get(CreateUser).execute(newUser('jane'));
    const blocked = await app.get(CreateUser).execute(newUser('blocked'));
    await database.query(`update identity.users set state = 'blocked' where id = $1`, [blocked.id]);
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
  /** Sets the clocks of both processes to a number of seconds after the start. */
  function at(seconds: number): void {
    for (const each of [app, other]) each.clock.time = new Date(START + seconds * 1000);
  }
  async function sign(login: string, password: string, clientAddress = HERE, through = app) {
    const credential = { kind: 'basic' as const, login, password, passwordHash: tokenHash(password), clientAddress };
    return (await through.get(AuthenticateCredential).execute(credential)).outcome;
  }
  async function fail(times: number, login = 'jane', address = HERE): Promise<void> {
    for (let time = 0; time < times; time++) expect(await sign(login, WRONG, address)).toBe('unknown');
  }
  const rows = async () => {
    const [counted] = await database.query<{ count: number }>(
      'select count(*)::int as count from identity.sign_in_failures',
    );
    return counted!.count;
  };

  it('begin with the tenth failure and are answered like a wrong password', async () => {
    await fail(9);
    expect(await sign('jane', PASSWORD)).toBe('accepted');
    await fail(10);
    expect(await sign('jane', PASSWORD)).toBe('unknown');
  });

  it('are logged once each, without unknown names', async () => {
    const said: string[] = [];
    const logger = { warn: (line: string) => said.push(line), log: () => undefined };
    Logger.overrideLogger(logger as unknown as LoggerService);
    await fail(12);
    await fail(10, 'my-secret-password');
    Logger.overrideLogger(['fatal']);
    expect(said).toEqual([
      `Passwords of user ${jane.id} from ${HERE} open nothing until 2018-01-15T10:10:00.000Z`,
      `Passwords of an unknown login from ${HERE} open nothing until 2018-01-15T10:10:00.000Z`,
    ]);
  });

  it('are reset by a success', async () => {
    await fail(9);
    await sign('jane', PASSWORD);
    expect(await rows()).toBe(0);
    await fail(9);
    expect(await sign('jane', PASSWORD)).toBe('accepted');
  });

  it('last ten minutes, however often one tries meanwhile', async () => {
    await fail(10);
    at(300);
    await fail(3);
    at(599.999);
    expect(await sign('jane', PASSWORD)).toBe('unknown');
    at(600);
    await fail(1);
    expect(await sign('jane', PASSWORD)).toBe('accepted');
  });

  it('count failures within a minute', async () => {
    await fail(5);
    at(59.999);
    await fail(4);
    at(60);
    await fail(5);
    expect(await sign('jane', PASSWORD)).toBe('accepted');
    at(100);
    await fail(5);
    at(159.999);
    await fail(5);
    expect(await sign('jane', PASSWORD)).toBe('unknown');
  });

  it('are for one login from one address, by whichever of its names', async () => {
    await fail(5);
    await fail(5, 'JANE@example.com');
    expect(await sign('Jane', PASSWORD)).toBe('unknown');
    expect(await sign('jane@example.com', PASSWORD)).toBe('unknown');
    expect(await sign('jane', PASSWORD, '::ffff:127.0.0.1')).toBe('unknown');
    expect(await sign('jane', PASSWORD, ELSEWHERE)).toBe('accepted');
    await app.get(CreateUser).execute(newUser('neighbour'));
    expect(await sign('neighbour', PASSWORD)).toBe('accepted');
  });

  it('hold in every process, whichever the failures went through', async () => {
    for (let time = 0; time < 10; time++) await sign('jane', WRONG, HERE, time % 2 ? app : other);
    expect(await sign('jane', PASSWORD, HERE, app)).toBe('unknown');
    expect(await sign('jane', PASSWORD, HERE, other)).toBe('unknown');
  });

  it('count every failure of those that come at once', async () => {
    const attempts = Array.from({ length: 10 }, (_, time) => sign('jane', WRONG, HERE, time % 2 ? app : other));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['unknown']));
    expect(await sign('jane', PASSWORD)).toBe('unknown');
  });

  it('do not begin for those who all sign in at once', async () => {
    const attempts = Array.from({ length: 12 }, (_, time) => sign('jane', PASSWORD, HERE, time % 2 ? app : other));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['accepted']));
    expect(await rows()).toBe(0);
  });

  describe('and tokens', () => {
    const issue = (expiresAt: string | null = null) =>
      app.get(IssueToken).execute({
        ...{ userId: jane.id, name: 'git', description: null, scopes: ['api'], expiresAt },
        impersonation: false,
      });

    it('go on working, in place of a password and alone', async () => {
      const { value } = await issue();
      await fail(10);
      expect(await sign('jane', value)).toBe('accepted');
      const alone = await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(value) });
      expect(alone.outcome).toBe('accepted');
      expect(await sign('jane', PASSWORD)).toBe('unknown');
    });

    it('do not reset what has failed', async () => {
      const { value } = await issue();
      await fail(9);
      await sign('jane', value);
      await fail(1);
      expect(await sign('jane', PASSWORD)).toBe('unknown');
    });

    it('count for nothing when they are refused', async () => {
      const { value } = await issue('2018-01-15');
      for (let time = 0; time < 12; time++) {
        expect(await sign('jane', value)).toBe('expired');
        await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(newToken()) });
      }
      expect(await rows()).toBe(0);
      expect(await sign('jane', PASSWORD)).toBe('accepted');
    });
  });

  it('neither count nor forgive the right password of a blocked user', async () => {
    await fail(9, 'blocked');
    expect(await sign('blocked', PASSWORD)).toBe('blocked');
    await fail(1, 'blocked');
    expect(await sign('blocked', PASSWORD)).toBe('unknown');
  });

  it('cost the same for a wrong password, a banned one, and an unknown name', async () => {
    const statementsOf = (login: string, password: string) => app.countStatements(() => sign(login, password));
    const wrong = await statementsOf('jane', WRONG);
    await fail(9);
    expect(await statementsOf('jane', PASSWORD)).toBe(wrong);
    expect(await statementsOf('jane', WRONG)).toBe(wrong);
    expect(await statementsOf('nobody', WRONG)).toBe(wrong);
    // One of them reads where passwords are accepted, and one records the failure.
    expect(wrong).toBe(8);
    expect(await statementsOf('neighbour-of-nobody', WRONG)).toBe(wrong);
  });

  it('cost one statement more for those who sign in where they did before', async () => {
    await sign('jane', PASSWORD);
    expect(await app.countStatements(() => sign('jane', PASSWORD))).toBe(4);
  });

  it('answer bans of unknown names like those of users', async () => {
    await fail(10, 'later');
    expect(await rows()).toBe(1);
    const [row] = await database.query(`select banned_until is not null as banned from identity.sign_in_failures`);
    expect(row).toEqual({ banned: true });
  });

  it('keep nothing that says nothing any more, and no names', async () => {
    for (let each = 0; each < 5; each++) await fail(1, `nobody-${each}`);
    await fail(10, 'jane');
    expect(await rows()).toBe(6);
    at(61);
    await fail(1, 'nobody-else');
    expect(await rows()).toBe(2);
    at(601);
    await fail(1, 'nobody-else');
    expect(await rows()).toBe(1);
    const [row] = await database.query('select * from identity.sign_in_failures');
    expect(row!['key']).toHaveLength(32);
    expect(row!['failed_at']).toHaveLength(1);
  });

  it('count nothing where the address is not known', async () => {
    for (let time = 0; time < 12; time++) {
      const credential = { kind: 'basic' as const, login: 'jane', password: WRONG, passwordHash: tokenHash(WRONG) };
      await app.get(AuthenticateCredential).execute(credential);
    }
    expect(await rows()).toBe(0);
  });
});

describe('the limits of bans', () => {
  it('are ten failures in a minute for ten minutes, unless said otherwise', () => {
    expect(banLimits({})).toEqual({ failures: 10, windowMs: 60_000, banMs: 600_000 });
    const said = { HEARTH_SIGN_IN_FAILURES: '3', HEARTH_SIGN_IN_WINDOW: '5m', HEARTH_SIGN_IN_BAN: '1h' };
    expect(banLimits(said)).toEqual({ failures: 3, windowMs: 300_000, banMs: 3_600_000 });
    expect(() => banLimits({ HEARTH_SIGN_IN_FAILURES: '1' })).toThrow('HEARTH_SIGN_IN_FAILURES has an unusable value');
  });
});
