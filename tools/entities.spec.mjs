import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unusedEntities } from './entities.mjs';

const SERVICES = path.resolve(import.meta.dirname, '../libs/services');

const entity = { path: 'stars/star.entity.ts', text: "@Entity('stars')\nexport class StarEntity {}\n" };
const store = (text) => ({ path: 'stars/stars.store.ts', text });

describe('unusedEntities', () => {
  it('finds an entity that no store has a repository of', () => {
    expect(unusedEntities([entity])).toEqual(['StarEntity']);
    expect(unusedEntities([entity, store('db.prepared<StarEntity>(ALL); db.repository(OtherEntity).find()')])).toEqual([
      'StarEntity',
    ]);
    expect(unusedEntities([entity, { path: 'stars/stars.spec.ts', text: 'db.repository(StarEntity)' }])).toEqual([
      'StarEntity',
    ]);
  });

  it('is content with one that a store reads or writes', () => {
    expect(unusedEntities([entity, store('await tx.repository(StarEntity).insert({ userId });')])).toEqual([]);
  });
});

it.each(globSync('*', { cwd: SERVICES }).sort())(
  'every entity of %s is read or written by its repository',
  (service) => {
    const cwd = path.join(SERVICES, service);
    const sources = globSync('src/**/*.ts', { cwd }).map((file) => ({
      path: file,
      text: readFileSync(path.join(cwd, file), 'utf8'),
    }));
    expect(unusedEntities(sources)).toEqual([]);
  },
);
