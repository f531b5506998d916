import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const ADA = user(1, { username: 'ada' });
const BOB = user(2, { username: 'bob' });
const ADMIN = user(9, { username: 'root', admin: true });
const FREE = { exists: false, suggests: [] };

describe('GET /namespaces/:id/exists', () => {
  const app = ProjectsApp.inBlock();
  let red: number;

  beforeAll(async () => {
    for (const person of [ADA, BOB, ADMIN]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    red = await seed.group('red', 'private');
    await seed.group('blue', 'private', [red]);
    await seed.project(red, 'blue1', 'private');
    for (const path of ['42', '421', '422']) await seed.group(path);
    await seed.namespaceMember(red, ADA.userId, 10);
  });

  const exists = async (who: Principal | null, path: string, query = '') => {
    const { status, body } = await app.request(who, 'GET', `/namespaces/${encodeURIComponent(path)}/exists${query}`);
    return who ? body : { status, ...body };
  };

  it('is for users', async () => {
    expect(await exists(null, 'ada')).toEqual({ status: 401, message: '401 Unauthorized' });
  });

  it.each([
    ['bob', { exists: true, suggests: ['bob1'] }],
    ['RED', { exists: true, suggests: ['RED1'] }],
    ['42', { exists: true, suggests: ['423'] }],
    ['nobody', FREE],
    ['blue', FREE],
    ['red/blue', FREE],
    ['red/blue1', FREE],
  ])('looks %s up on top, hidden or not, and suggests a free path', async (path, expected) => {
    expect(await exists(ADA, path)).toEqual(expected);
  });

  it('looks a path up in a group that is visible to the caller', async () => {
    for (const who of [ADA, ADMIN])
      expect(await exists(who, 'blue', `?parent_id=${red}`)).toEqual({ exists: true, suggests: ['blue2'] });
    expect(await exists(ADA, 'red', `?parent_id=${red}`)).toEqual(FREE);
    expect(await exists(ADA, 'blue1', `?parent_id=${red}`)).toEqual(FREE);
    expect(await exists(BOB, 'blue', `?parent_id=${red}`)).toEqual(FREE);
    expect(await exists(ADA, 'blue', '?parent_id=999999')).toEqual(FREE);
  });

  it('reads one statement', async () => {
    expect(await app.countStatements(() => exists(ADA, 'blue', `?parent_id=${red}`))).toBe(1);
  });
});
