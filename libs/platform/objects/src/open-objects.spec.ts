import { FolderObjects } from './folder-objects.js';
import { objectsPlace, openObjects } from './open-objects.js';
import { S3Objects } from './s3-objects.js';

const ACCESS = { endpoint: 'http://127.0.0.1:9000', region: 'eu-central-1', credentialsFile: undefined };

describe('openObjects', () => {
  it('opens a folder', async () => {
    expect(await openObjects(objectsPlace().parse('/data/objects'), ACCESS)).toEqual(
      new FolderObjects('/data/objects'),
    );
  });

  it.each([
    ['s3://my-bucket', ''],
    ['s3://my-bucket/', ''],
    ['s3://my-bucket/a/b', 'a/b/'],
    ['s3://my-bucket/a/b/', 'a/b/'],
  ])('finds bucket and prefix in %s', async (text, prefix) => {
    const opened = await openObjects(objectsPlace().parse(text), ACCESS);
    expect(opened).toBeInstanceOf(S3Objects);
    expect(opened).toHaveProperty('place', { ...ACCESS, bucket: 'my-bucket', prefix });
  });

  it.each(['objects', './objects', 's3://', 's3://b', 's3://bucket//a', 's3://key:secret@bucket', 'https://bucket'])(
    'refuses %s',
    (text) => expect(objectsPlace().safeParse(text).success).toBe(false),
  );
});
