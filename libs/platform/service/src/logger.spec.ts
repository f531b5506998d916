import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { ConfigurationError } from '@hearth/config';
import { setActor, withOrigin } from '@hearth/telemetry';
import { NestLog, makeLogger, type Logger } from './logger.js';

const SECRET = 'glpat-secret';

describe('the log', () => {
  let lines: Record<string, unknown>[];
  let logger: Logger;

  beforeEach(() => {
    lines = [];
    logger = makeLogger('projects', 'debug', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
  });

  it('says which request a line goes back to, and who acts once that is known', () => {
    logger.info('outside');
    withOrigin({ correlation: 'c-1' }, () => {
      logger.info('before');
      setActor(7);
      logger.child({ part: 'x' }).info({ detail: 1 }, 'after');
    });
    expect(lines).toMatchObject([
      { service: 'projects', msg: 'outside' },
      { msg: 'before', correlationId: 'c-1' },
      { msg: 'after', correlationId: 'c-1', actor: 7, part: 'x', detail: 1 },
    ]);
    expect(lines[0]).not.toHaveProperty('correlationId');
    expect(lines[1]).not.toHaveProperty('actor');
  });

  it('has the records that services log, and messages of Nest only in detail', () => {
    const nest = new NestLog(logger);
    nest.log({ audit: { kind: 'user.blocked', details: { token: SECRET } }, msg: 'audit user.blocked' }, 'Audit');
    nest.log('a route', 'Router');
    const audit = { kind: 'user.blocked', details: { token: '[cut]' } };
    expect(lines).toMatchObject([
      { level: 30, context: 'Audit', msg: 'audit user.blocked', audit },
      { level: 20, msg: 'a route' },
    ]);
  });

  it('lets a process go on, and end, that cannot write it', () => {
    // Every write to that file fails as on a full disk; only Linux has it.
    if (!existsSync('/dev/full')) return;
    const program = `
      import { makeLogger } from ${JSON.stringify(new URL('logger.js', import.meta.url))};
      const logger = makeLogger('projects', 'info');
      for (let n = 0; n < 3; n += 1) logger.info('x'.repeat(50_000));
      setTimeout(() => console.error('goes on'), 1);`;
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
    });
    closeSync(full);
    expect([status, stderr]).toEqual([0, 'goes on\n']);
  });

  it('leaves a correlation id that a line has of itself', () => {
    withOrigin({ correlation: 'c-1' }, () => logger.info({ correlationId: 'c-2' }, 'other'));
    expect(lines).toMatchObject([{ correlationId: 'c-2' }]);
  });

  it.each([
    ['at the top', { token: SECRET }],
    ['of headers', { headers: { authorization: `Bearer ${SECRET}`, 'private-token': SECRET, cookie: SECRET } }],
    ['of a request', { request: { headers: { 'job-token': SECRET, 'x-hearth-caller': SECRET } } }],
    ['of an error', { err: Object.assign(new Error('no'), { request: { headers: { 'private-token': SECRET } } }) }],
    ['of a query that was read', { query: { job_token: SECRET, ref: 'main' } }],
    ['of a body', { body: { user: { password: SECRET, name: 'n' } } }],
    ['of a database', { err: new Error(`cannot reach postgres://hearth:${SECRET}@host/db`) }],
    ['of a query', { url: `/api/v4/user?private_token=${SECRET}` }],
  ])('holds no credential %s', (_, object) => {
    logger.warn(object, 'odd');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(JSON.stringify(lines)).toContain('[cut]');
  });

  it("has Nest's messages, but not the stack of a mistake in the configuration", () => {
    const nest = new NestLog(logger);
    nest.error(new ConfigurationError('HEARTH_X is not set: it is needed.'));
    nest.error(new Error('typeorm', { cause: new ConfigurationError('HEARTH_X is not set: it is needed.') }));
    nest.error(new Error('broken'), 'Context');
    nest.warn(`cannot reach postgres://hearth:${SECRET}@host/db`);
    expect(lines.map(({ msg }) => String(msg).split('\n')[0])).toEqual([
      'Error: broken',
      'cannot reach postgres://hearth:[cut]@host/db',
    ]);
  });
});
