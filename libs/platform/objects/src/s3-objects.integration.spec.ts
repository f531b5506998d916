import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { openObjects } from './open-objects.js';
import type { ObjectStore } from './object-store.js';
import { S3Objects } from './s3-objects.js';
import { describeObjectStore } from './testing/object-store-contract.js';

/** A Python that has moto. Without one `./hearth test integration` skips this spec and reports that. */
const PYTHON = process.env['HEARTH_TEST_S3'] ?? 'python3';
const CREDENTIALS = '[default]\naws_access_key_id = hearth\naws_secret_access_key = not-to-be-seen\n';
const BUCKET = 'hearth-test';

describe('S3Objects', () => {
  let server: ChildProcess;
  let endpoint: string;
  let client: S3Client;
  let objects: ObjectStore;
  let folder: string;
  let credentialsFile: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-objects-'));
    credentialsFile = path.join(folder, 'credentials');
    await writeFile(credentialsFile, CREDENTIALS);
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    server = spawn(PYTHON, ['-m', 'moto.server', '--host', '127.0.0.1', '--port', String(port)], {
      env: { PATH: process.env['PATH'] },
    });
    await listening(server);
    const credentials = { accessKeyId: 'other', secretAccessKey: 'other' };
    client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  }, 60_000);
  afterAll(async () => {
    server?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    objects = await openObjects(`s3://${BUCKET}/some/prefix`, { endpoint, region: 'us-east-1', credentialsFile });
  });
  afterEach(async () => {
    for (const name of await held()) await objects.delete(name);
    await client.send(new DeleteBucketCommand({ Bucket: BUCKET }));
  });

  const held = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    return [...Contents, ...Uploads].map(({ Key }) => Key!.replace(/^some\/prefix\//, ''));
  };
  const interrupt = async (name: string) => {
    await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: `some/prefix/${name}` }));
  };

  describeObjectStore(() => ({ objects, held, interrupt }));

  it('keeps names below its prefix', async () => {
    await objects.put('a/1', Readable.from([Buffer.from('a')]), 1);
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    expect(Contents).toEqual([expect.objectContaining({ Key: 'some/prefix/a/1', Size: 1 })]);
  });

  it('has no more than two parts in memory', async () => {
    const sizes: number[] = [];
    let [given, stored, ahead] = [0, 0, 0];
    const slow = createHttpServer(async (request, response) => {
      const size = (await buffer(request)).length;
      ahead = Math.max(ahead, given - stored);
      if (request.method === 'PUT') sizes.push(size);
      stored += size;
      response.setHeader('etag', '"x"');
      response.end(request.method === 'POST' && '<Result><UploadId>1</UploadId><ETag>"x"</ETag></Result>');
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const place = { bucket: BUCKET, prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'x', credentialsFile };
    const content = Readable.from(
      (async function* () {
        for (; given < 60_000_000; given += 1_000_000) yield Buffer.alloc(1_000_000);
      })(),
    );
    expect(await new S3Objects(place).put('a/1', content, 60_000_000)).toBe(60_000_000);
    slow.close();
    expect(sizes).toHaveLength(12);
    expect(Math.max(...sizes)).toBe(5 * 1024 * 1024);
    // Two parts that are being sent, one that is being read, and the buffers of streams.
    expect(ahead).toBeLessThan(20_000_000);
  });

  it('fails where the bucket is missing or the server gone, and shows no credentials', async () => {
    const place = { bucket: 'nobodys', prefix: '', endpoint, region: 'us-east-1', credentialsFile };
    const closed = { ...place, endpoint: `http://127.0.0.1:${await freePort()}` };
    for (const store of [new S3Objects(place), new S3Objects(closed)]) {
      const content = Readable.from([Buffer.from('a')]);
      const failures = [store.put('a/1', content, 1), store.get('a/1'), store.delete('a/1')];
      for (const { status, ...failure } of await Promise.allSettled(failures)) {
        expect(status).toBe('rejected');
        expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain('not-to-be-seen');
      }
      expect(content.destroyed).toBe(true);
    }
  });
});

/** Waits until the server reports its address. */
async function listening({ stderr }: ChildProcess): Promise<void> {
  for await (const chunk of stderr!) if (String(chunk).includes('Running on')) break;
  stderr!.resume();
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}
