import { AccessLevel, type Principal, type ProjectAccess, type Visibility } from '@hearth/contract-kit';
import { defineAbilities, may } from './abilities.js';

const user = { admin: false, external: false } as Principal;
const external = { ...user, external: true } as Principal;

function on(visibility: Visibility, level: ProjectAccess['level'] = AccessLevel.none, archived = false): ProjectAccess {
  return { project: { visibility, archived } as ProjectAccess['project'], level };
}

const abilities = defineAbilities({
  download: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone' },
  star: { name: 'star_project', from: AccessLevel.guest, visitors: 'users' },
  push: { name: 'push_code', from: AccessLevel.developer, whenArchived: false },
});

describe('may', () => {
  it.each([
    ['anonymous on a public project', on('public'), null, true],
    ['anonymous on an internal project', on('internal'), null, false],
    ['a user on an internal project', on('internal'), user, true],
    ['an external user on an internal project', on('internal'), external, false],
    ['a guest of a private project', on('private', AccessLevel.guest), user, false],
    ['a reporter of a private project', on('private', AccessLevel.reporter), user, true],
  ])('lets visitors in by visibility: %s', (_, access, principal, expected) => {
    expect(may(abilities.download, access, principal)).toBe(expected);
  });

  it('tells signed-in visitors from anonymous ones', () => {
    expect(may(abilities.star, on('public'), null)).toBe(false);
    expect(may(abilities.star, on('public'), user)).toBe(true);
  });

  it('takes archived projects out of reach where it says so', () => {
    expect(may(abilities.push, on('private', AccessLevel.owner), user)).toBe(true);
    expect(may(abilities.push, on('private', AccessLevel.owner, true), user)).toBe(false);
  });
});
