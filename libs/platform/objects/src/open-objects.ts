import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { FolderObjects } from './folder-objects.js';
import type { ObjectStore } from './object-store.js';

const S3 = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>(\/[A-Za-z0-9._-]+)*)\/?$/;

/** Type of a variable that says where objects are stored: an absolute path, or `s3://bucket/prefix`. */
export function objectsPlace() {
  const isPlace = (text: string) => isAbsolute(text) || S3.test(text);
  return z.string().refine(isPlace, 'must be an absolute path or s3://bucket/prefix');
}

/** How a bucket is reached. */
export interface BucketAccess {
  /** URL of a server that speaks the protocol of S3; undefined: that of Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** In the format of `~/.aws/credentials`; undefined: wherever Amazon's own programs look for the access key. */
  readonly credentialsFile: string | undefined;
}

/** Returns the folder that an `objectsPlace` is; null for a bucket. */
export function objectsFolder(place: string): string | null {
  return S3.test(place) ? null : place;
}

/** Opens the store at an `objectsPlace`. */
export async function openObjects(place: string, access: BucketAccess): Promise<ObjectStore> {
  const { bucket, path } = S3.exec(place)?.groups ?? {};
  if (bucket === undefined) return new FolderObjects(place);
  // Only who uses it loads Amazon's library.
  const { S3Objects } = await import('./s3-objects.js');
  return new S3Objects({ ...access, bucket, prefix: path ? `${path.slice(1)}/` : '' });
}
