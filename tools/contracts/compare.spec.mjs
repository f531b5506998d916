import { z } from 'zod';
import { breakingChanges, sentence } from './compare.mjs';
import { snapshotOf } from './snapshot.mjs';

const Input = z.object({ userId: z.int(), note: z.string().max(10).optional() });
const Output = z.object({ id: z.int(), state: z.enum(['active', 'blocked']) });

const query = (changes = {}) => ({
  kind: 'query',
  name: 'identity.find',
  owner: 'identity',
  callers: ['gateway', 'projects'],
  refuses: [{ code: 'not-found', status: 404 }],
  input: Input,
  output: Output,
  ...changes,
});
const command = (changes = {}) => query({ kind: 'command', name: 'identity.make', idempotent: true, ...changes });
const event = (changes = {}) => ({
  kind: 'event',
  name: 'identity.made',
  owner: 'identity',
  key: ({ userId }) => String(userId),
  data: z.object({ userId: z.int(), username: z.string() }),
  ...changes,
});
const job = (changes = {}) => ({
  name: 'tidy',
  perStorage: false,
  data: z.object({ projectId: z.int() }),
  ...changes,
});

function snapshot({ contracts = [query(), command(), event()], jobs = [job()], retired = [], principal } = {}) {
  const shapes = { Caller: z.object({ principal: principal ?? z.object({ userId: z.int() }) }) };
  return snapshotOf({ contracts, shapes, jobs: { identity: jobs }, retired });
}

/** The sentences of one change: of a call, an event or a job; all else stays. */
const after = (change) => breakingChanges(snapshot(), snapshot(change)).map(sentence);
const afterQuery = (changes) => after({ contracts: [query(changes), command(), event()] });
const afterCommand = (changes) => after({ contracts: [query(), command(changes), event()] });
const afterEvent = (changes) => after({ contracts: [query(), command(), event(changes)] });
const afterJob = (changes) => after({ jobs: [job(changes)] });

const NEW = 'declare a new one beside it, under a new name.';

describe('what breaks', () => {
  it.each([
    [
      'a contract that is gone',
      () => after({ contracts: [command(), event()] }),
      'identity.find is gone, and the version before uses it: keep it, or retire it in libs/contracts/retired.json ' +
        'once no released version uses it.',
    ],
    [
      'an event with another name',
      () => afterEvent({ name: 'identity.created' }),
      'identity.made is gone, and the version before uses it: keep it, or retire it in libs/contracts/retired.json ' +
        'once no released version uses it.',
    ],
    [
      'another owner',
      () => afterQuery({ owner: 'projects' }),
      `identity.find, owner is projects now, and identity in the version before: ${NEW}`,
    ],
    [
      'a query that became a command',
      () => afterQuery({ kind: 'command', idempotent: true }),
      `identity.find, kind is command now, and query in the version before: ${NEW}`,
    ],
    [
      'another routing field',
      () => afterQuery({ routeBy: 'userId' }),
      `identity.find, routeBy is userId now, and none in the version before: ${NEW}`,
    ],
    [
      'a caller that is no longer accepted',
      () => afterQuery({ callers: ['gateway'] }),
      'identity.find, callers has lost projects, which calls it in the version before: accept projects until no ' +
        'released version calls it, then retire the whole contract.',
    ],
    [
      'a command that may no longer be repeated',
      () => afterCommand({ idempotent: false }),
      `identity.make, idempotent is off, and the version before repeats it: ${NEW}`,
    ],
    [
      'a refusal with another code',
      () => afterQuery({ refuses: [{ code: 'missing', status: 404 }] }),
      `identity.find, refusal not-found is gone, and the version before waits for it: ${NEW}`,
    ],
    [
      'a refusal with another status',
      () => afterQuery({ refuses: [{ code: 'not-found', status: 410 }] }),
      `identity.find, refusal not-found has status 410 now, not 404, and the version before waits for it: ${NEW}`,
    ],
    [
      'an event with another key',
      () => afterEvent({ key: ({ username }) => username }),
      `identity.made, key is {username} now, and {userId} in the version before: ${NEW}`,
    ],
    [
      'a job with queues by storage',
      () => afterJob({ perStorage: true }),
      `identity/tidy, perStorage is true now, and false in the version before: ${NEW}`,
    ],
    [
      'a retired name that is used again',
      () => after({ retired: [{ name: 'identity.find', reason: 'nobody asks' }] }),
      'identity.find is declared, and retired as well: give it a new name.',
    ],
  ])('%s', (_case, sentences, expected) => {
    expect(sentences()).toEqual([expected]);
  });

  it('is a retired name that is taken off the list', () => {
    const retired = snapshot({ retired: [{ name: 'identity.old', reason: 'nobody asks' }] });
    expect(breakingChanges(retired, snapshot()).map(sentence)).toEqual([
      'identity.old is missing in libs/contracts/retired.json: put it back: a retired name is never used again.',
    ]);
  });
});

describe('what breaks an input', () => {
  it.each([
    ['a new required field', Input.extend({ by: z.int() }), 'input.by is required now, and the version before knows'],
    ['a field that must be there now', Input.required(), 'input.note is required now, and the version before may'],
    ['a narrowed type', Input.extend({ userId: z.string() }), 'input.userId takes only a string now, and the version'],
    [
      'a narrowed bound',
      Input.extend({ note: z.string().max(5).optional() }),
      'input.note takes only a string (at most 5 characters) now, and the version before sends a string (at most 10 characters)',
    ],
    ['a null that is no longer taken', Input.extend({ userId: z.literal(1) }), 'input.userId takes only 1 now'],
    ['a required field that is no longer sent', Input.omit({ userId: true }), 'input.userId is gone, and the version'],
    ['a field that is refused now', Input.omit({ note: true }).strict(), 'input.note is not known any more where'],
  ])('%s', (_case, input, expected) => {
    expect(afterQuery({ input })).toEqual([expect.stringContaining(`identity.find, ${expected}`)]);
  });

  it('an enum with fewer values, deep inside', () => {
    const roles = (...names) => z.object({ members: z.array(z.object({ role: z.enum(names) })) });
    const before = snapshot({ contracts: [query({ input: roles('guest', 'owner') })] });
    const changed = snapshot({ contracts: [query({ input: roles('owner') })] });
    expect(breakingChanges(before, changed).map(sentence)).toEqual([
      `identity.find, input.members[].role takes only "owner" now, and the version before sends "guest": ${NEW}`,
    ]);
  });
});

describe('what breaks for readers', () => {
  const changes = [
    ['a removed field', (shape) => shape.omit({ name: true }), 'name is gone, and the version before requires it'],
    ['a newly optional field', (shape) => shape.partial({ name: true }), 'name may be left out now, and the version'],
    [
      'a nullable field',
      (shape) => shape.extend({ name: z.string().nullable() }),
      'name may be null now, and the version before takes only a string',
    ],
    [
      'a longer enum',
      (shape) => shape.extend({ state: z.enum(['on', 'off', 'broken']) }),
      'state may be "broken" now, and the version before takes only "on" or "off"',
    ],
    [
      'a shorter enum',
      (shape) => shape.extend({ state: z.enum(['on']) }),
      'state takes only "on" now, and the version before sends "off"',
    ],
    ['another type', (shape) => shape.extend({ name: z.int() }), 'name may be an integer now, and the version before'],
    ['a new required field', (shape) => shape.extend({ by: z.int() }), 'by is required now, and the version before'],
    [
      'a wider bound',
      (shape) => shape.extend({ count: z.int().max(20) }),
      'count may be an integer (at most 20) now, and the version before takes only an integer (at most 10)',
    ],
  ];
  const shape = z.object({ name: z.string(), state: z.enum(['on', 'off']), count: z.int().max(10) });
  const places = [
    ['output', (data) => ({ contracts: [query({ output: data })] }), 'identity.find, output.'],
    ['event', (data) => ({ contracts: [event({ data })] }), 'identity.made, data.'],
    ['job', (data) => ({ jobs: [job({ data })] }), 'identity/tidy, data.'],
    ['signed caller', (data) => ({ principal: data }), 'Caller, principal.'],
  ];

  it.each(
    places.flatMap(([place, state, start]) => changes.map(([name, ...rest]) => [name, place, state, start, ...rest])),
  )('%s of an %s', (_change, _place, state, start, change, expected) => {
    const found = breakingChanges(snapshot(state(shape)), snapshot(state(change(shape)))).map(sentence);
    expect(found).toEqual([expect.stringContaining(start + expected)]);
  });

  it('a new kind of answer', () => {
    const answer = (...kinds) =>
      z.discriminatedUnion(
        'kind',
        kinds.map((kind) => z.object({ kind: z.literal(kind) })),
      );
    const found = breakingChanges(
      snapshot({ contracts: [query({ output: answer('found', 'hidden') })] }),
      snapshot({ contracts: [query({ output: answer('found', 'hidden', 'moved') })] }),
    );
    expect(found.map(sentence)).toEqual([
      'identity.find, output may be an object with kind "moved" now, and the version before takes only an object with ' +
        `kind "found" or an object with kind "hidden": ${NEW}`,
    ]);
  });
});

describe('what only grows', () => {
  it.each([
    ['nothing', () => after()],
    [
      'a new contract, event and job',
      () =>
        after({
          contracts: [query(), query({ name: 'identity.more' }), command(), event(), event({ name: 'identity.left' })],
          jobs: [job(), job({ name: 'more' })],
        }),
    ],
    ['one more caller', () => afterQuery({ callers: ['gateway', 'projects', 'ci'] })],
    ['one more refusal', () => afterQuery({ refuses: [...query().refuses, { code: 'gone', status: 410 }] })],
    ['an optional input', () => afterQuery({ input: Input.extend({ by: z.int().optional() }) })],
    ['an input with a default', () => afterQuery({ input: Input.extend({ by: z.int().default(1) }) })],
    ['an input that takes more', () => afterQuery({ input: Input.extend({ userId: z.union([z.int(), z.string()]) }) })],
    ['an input that may be left out', () => afterQuery({ input: Input.partial() })],
    ['an optional input that is ignored', () => afterQuery({ input: Input.omit({ note: true }) })],
    ['a longer input', () => afterQuery({ input: Input.extend({ note: z.string().max(20).optional() }) })],
    ['an optional field in an answer', () => afterQuery({ output: Output.extend({ by: z.int().optional() }) })],
    ['an optional field in an event', () => afterEvent({ data: event().data.extend({ by: z.int().nullish() }) })],
    ['a default in a job', () => afterJob({ data: job().data.extend({ full: z.boolean().default(false) }) })],
    [
      'a command that may be repeated now',
      () => {
        const once = snapshot({ contracts: [command({ idempotent: false })] });
        return breakingChanges(once, snapshot({ contracts: [command()] }));
      },
    ],
    [
      'a retired contract',
      () =>
        after({
          contracts: [command(), event()],
          retired: [{ name: 'identity.find', reason: 'identity.find-all answers it since 0.3' }],
        }),
    ],
  ])('%s', (_case, found) => {
    expect(found()).toEqual([]);
  });
});

describe('what cannot be compared', () => {
  it('breaks, instead of passing unseen', () => {
    const Tree = z.object({
      get children() {
        return z.array(Tree);
      },
    });
    const [told] = breakingChanges(
      snapshot({ contracts: [query({ output: Tree })] }),
      snapshot({ contracts: [query({ output: Tree })] }),
    );
    expect(sentence(told)).toMatch(/^identity\.find, output cannot be compared because of the keyword "\$ref"/);
  });

  it('is refused where JSON cannot say it', () => {
    expect(() => snapshot({ contracts: [query({ output: z.object({ at: z.date() }) })] })).toThrow(
      'identity.find output',
    );
  });

  it('is a retirement without a reason', () => {
    expect(() => snapshot({ retired: [{ name: 'identity.old', reason: ' ' }] })).toThrow('retired without a reason');
  });

  it('is a name that is declared twice', () => {
    expect(() => snapshot({ contracts: [query(), query()] })).toThrow('identity.find is declared twice');
  });
});
