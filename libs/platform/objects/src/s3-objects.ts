import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { fromIni } from '@aws-sdk/credential-provider-ini';
import { Upload } from '@aws-sdk/lib-storage';
import { BoundedContent } from './bounded-content.js';
import {
  requireName,
  type BucketAccess,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';

/** Bucket in which objects are stored. */
export interface S3Place extends BucketAccess {
  readonly bucket: string;
  /** Prefix of the names of objects; empty, or ends with a slash. */
  readonly prefix: string;
}

/** The protocol's smallest part size, except for the last part. */
const SMALLEST_PART = 5 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** Parts of one object in memory at the same time. */
const PARTS_AT_ONCE = 2;
/** In milliseconds. */
const CONNECT_LIMIT = 5_000;
const SILENCE_LIMIT = 60_000;

/** Objects in a bucket of S3, or of a server that implements its protocol. */
export class S3Objects implements ObjectStore {
  private readonly client: S3Client;

  constructor(private readonly place: S3Place) {
    this.client = new S3Client({
      region: place.region,
      ...(place.credentialsFile !== undefined && { credentials: fromIni({ filepath: place.credentialsFile }) }),
      // Other servers have no host name for each bucket.
      ...(place.endpoint !== undefined && { endpoint: place.endpoint, forcePathStyle: true }),
      // Not all of them support the newer checksums.
      ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
      requestHandler: { connectionTimeout: CONNECT_LIMIT, socketTimeout: SILENCE_LIMIT },
    });
  }

  async put(name: string, content: Readable, most: number): Promise<number> {
    const bounded = new BoundedContent(content, most);
    const body = Readable.from(bounded, { objectMode: false });
    const upload = new Upload({
      client: this.client,
      params: { ...this.keyOf(name), Body: body },
      partSize: Math.max(SMALLEST_PART, Math.ceil(most / MOST_PARTS)),
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
      return bounded.size;
    } finally {
      // When the server has failed, the rest of the body has not been read yet.
      body.destroy();
      content.destroy();
    }
  }

  async get(name: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const key = this.keyOf(name);
    if (range && range.start >= range.end) return this.withoutContent(name);
    try {
      const bytes = range && { Range: `bytes=${range.start}-${range.end - 1}` };
      const { Body, ContentLength, ContentRange } = await this.client.send(new GetObjectCommand({ ...key, ...bytes }));
      const size = Number(ContentRange?.split('/')[1] ?? ContentLength);
      return { content: Body as Readable, size };
    } catch (error) {
      if (statusOf(error) === 416) return this.withoutContent(name);
      return unlessMissing(error);
    }
  }

  async delete(name: string): Promise<void> {
    const key = this.keyOf(name);
    const list = new ListMultipartUploadsCommand({ Bucket: key.Bucket, Prefix: key.Key });
    const { Uploads = [] } = await this.client.send(list);
    for (const { UploadId } of Uploads.filter(({ Key }) => Key === key.Key))
      await this.client.send(new AbortMultipartUploadCommand({ ...key, UploadId })).catch(unlessMissing);
    await this.client.send(new DeleteObjectCommand(key));
  }

  async *list(parent: string): AsyncIterable<ListedObject> {
    const { Bucket, Key } = this.keyOf(parent);
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, { Bucket, Prefix: `${Key}/` }))
      for (const each of Contents) yield { name: each.Key!.slice(this.place.prefix.length), size: each.Size! };
  }

  /** Returns an object without content, for a range that contains none of its bytes. */
  private async withoutContent(name: string): Promise<StoredObject | undefined> {
    const head = await this.client.send(new HeadObjectCommand(this.keyOf(name))).catch(unlessMissing);
    return head && { content: Readable.from([]), size: head.ContentLength! };
  }

  private keyOf(name: string): { Bucket: string; Key: string } {
    requireName(name);
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${name}` };
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Ignores a missing object. A missing bucket is a configuration mistake and is thrown. */
function unlessMissing(error: unknown): undefined {
  if (statusOf(error) !== 404 || (error as Error).name === 'NoSuchBucket') throw error;
}
