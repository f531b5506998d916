import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { FolderObjects } from './folder-objects.js';
import type { BucketAccess, ObjectStore } from './object-store.js';

const S3 = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>(\/[A-Za-z0-9._-]+)*)\/?$/;

/** Type of a variable that names the store of objects: an absolute path, or `s3://bucket/prefix`. */
export function objectsPlace() {
  const isPlace = (text: string) => isAbsolute(text) || S3.test(text);
  return z.string().refine(isPlace, 'must be an absolute path or s3://bucket/prefix');
}

/** Returns the folder of an `objectsPlace`; null for a bucket. */
export function objectsFolder(place: string): string | null {
  return S3.test(place) ? null : place;
}

/** Opens the store at an `objectsPlace`. */
export async function openObjects(place: string, access: BucketAccess): Promise<ObjectStore> {
  const { bucket, path } = S3.exec(place)?.groups ?? {};
  if (bucket === undefined) return new FolderObjects(place);
  // Amazon's library is loaded only by processes that use it.
  const { S3Objects } = await import('./s3-objects.js');
  return new S3Objects({ ...access, bucket, prefix: path ? `${path.slice(1)}/` : '' });
}
