import { objectsElsewhere, problemOf } from './archive.mjs';

const manifest = {
  format: 'hearth-backup-1',
  parts: { postgres: { files: 1 }, storages: { files: 1 }, secrets: { files: 1 } },
};
const entries = [
  'manifest.json',
  'postgres/',
  'postgres/PG_VERSION',
  'storages/',
  'storages/a/HEAD',
  'secrets/',
  'secrets/key',
];

describe('problemOf a backup', () => {
  it('is none for a complete one', () => {
    expect(problemOf(manifest, entries)).toBeUndefined();
  });

  it.each([
    ['of an unknown format', { ...manifest, format: 'hearth-backup-9' }, entries, 'format'],
    [
      'without its secrets',
      { ...manifest, parts: { postgres: { files: 1 }, storages: { files: 1 } } },
      entries,
      'no secrets',
    ],
    [
      'without its artifacts',
      { ...manifest, parts: { ...manifest.parts, objects: { files: 1 } } },
      entries,
      'objects are missing',
    ],
    ['with files lost', manifest, entries.filter((entry) => entry !== 'storages/a/HEAD'), 'storages are missing'],
    ['with a file beside its parts', manifest, [...entries, 'etc/passwd'], '"etc/passwd"'],
    ['with an absolute path', manifest, [...entries, '/etc/passwd'], '"/etc/passwd"'],
    ['that would leave the folder', manifest, [...entries, 'storages/../../x'], '"storages/../../x"'],
  ])('names what is wrong with one %s', (_case, described, listed, problem) => {
    expect(problemOf(described, listed)).toContain(problem);
  });
});

it('says where artifacts are that are not in the backup', () => {
  expect(objectsElsewhere(manifest)).toBeUndefined();
  expect(objectsElsewhere({ ...manifest, objects: 's3://bucket' })).toContain('in s3://bucket');
});
