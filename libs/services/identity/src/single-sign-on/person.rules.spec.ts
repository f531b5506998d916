import { levelsByPath, personOf, usernamesFor, type Person } from './person.rules.js';

const settings = { groupsClaim: 'groups' };
const jane: Person = { subject: 'j-7', email: 'jane@example.com', name: 'Jane', login: 'jane', groups: [] };

describe('personOf', () => {
  it('reads what providers tell about a person', () => {
    const claims = {
      sub: 'j-7',
      email: 'jane@example.com',
      email_verified: true,
      preferred_username: 'jane@corp.example',
      name: 'Jane Doe',
      groups: ['devs', 'ops'],
      picture: 7,
    };
    expect(personOf(claims, settings)).toEqual({
      subject: 'j-7',
      email: 'jane@example.com',
      name: 'Jane Doe',
      login: 'jane@corp.example',
      groups: ['devs', 'ops'],
    });
    expect(personOf({ ...claims, roles: 'admin' }, { groupsClaim: 'roles' })).toMatchObject({ groups: ['admin'] });
  });

  it.each([
    [{ sub: 'j-7' }, { email: undefined, name: 'j-7', login: 'j-7', groups: [] }],
    [
      { sub: 'j-7', email: 'j@x.example', email_verified: 'true', name: ' ' },
      { email: 'j@x.example', name: 'j@x.example' },
    ],
    [
      { sub: 'j-7', email: 'j@x.example' },
      { email: undefined, login: 'j@x.example' },
    ],
    [{ sub: 'j-7', email: 'j@x.example', email_verified: 'no' }, { email: undefined }],
    [
      { sub: 'j-7', name: 7, groups: [7] },
      { name: 'j-7', groups: [] },
    ],
  ])('makes the best of %j', (claims, person) => {
    expect(personOf(claims, settings)).toMatchObject(person);
  });

  it.each([{}, { sub: '' }, { sub: 7 }, { sub: 'x'.repeat(256) }, null])('finds no person in %j', (claims) => {
    expect(personOf(claims, settings)).toBeUndefined();
  });
});

it.each([
  ['jane', ['jane', 'jane2', 'jane3']],
  ['Jane.Doe@corp.example', ['Jane.Doe', 'Jane.Doe2', 'Jane.Doe3']],
  ['auth0|5f7', ['auth0-5f7', 'auth0-5f72', 'auth0-5f73']],
  ['-jané doe.', ['jan-doe', 'jan-doe2', 'jan-doe3']],
  ['日本', ['user', 'user2', 'user3']],
  ['admin', ['admin2', 'admin3']],
])('usernamesFor tries for %s %j', (login, names) => {
  expect(usernamesFor({ ...jane, login }, 3)).toEqual(names);
});

it('levelsByPath keeps the highest level, and none where no group gives one', () => {
  const memberships = [
    { claim: 'devs', path: 'acme', level: 30 },
    { claim: 'leads', path: 'acme', level: 40 },
    { claim: 'ops', path: 'acme', level: 50 },
    { claim: 'ops', path: 'infra', level: 50 },
  ];
  expect(levelsByPath({ ...jane, groups: ['leads', 'devs'] }, memberships)).toEqual([
    { path: 'acme', level: 40 },
    { path: 'infra', level: null },
  ]);
});
