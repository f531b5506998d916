import { LFS_PATHS } from '@hearth/access';
import { byteSizeText } from '@hearth/config';
import { LFS_OBJECT_MISSING, lfsTooLarge } from './lfs-answers.js';
import type { LfsPointer } from './lfs-batch.params.js';

/** Request that a client sends next. */
interface LfsAction {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>>;
  /** Seconds for which the header is accepted. */
  readonly expires_in?: number;
}

/** Object in the answer to a batch. */
export interface LfsBatchObject extends LfsPointer {
  /** The actions need no credential but their headers. */
  readonly authenticated?: true;
  readonly actions?: Readonly<Partial<Record<'download' | 'upload' | 'verify', LfsAction>>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** URL of a project and the credential for its contents; none for anonymous callers. */
export interface LfsContents {
  /** URL of the project, without a slash at the end. */
  readonly projectUrl: string;
  readonly authorization?: { readonly header: string; readonly expiresIn: number } | undefined;
}

/** Answer to a batch request. */
export interface LfsBatchAnswer {
  readonly transfer: 'basic';
  readonly objects: readonly LfsBatchObject[];
  readonly hash_algo: 'sha256';
}

export function presentBatch(objects: readonly LfsBatchObject[]): LfsBatchAnswer {
  return { transfer: 'basic', objects, hash_algo: 'sha256' };
}

/** @param stored size of the stored object in bytes; undefined when the project does not have it */
export function presentDownload(asked: LfsPointer, stored: number | undefined, at: LfsContents): LfsBatchObject {
  if (stored === undefined) return { ...asked, error: { code: 404, message: LFS_OBJECT_MISSING } };
  if (stored !== asked.size) return { ...asked, error: { code: 422, message: `The object has ${stored} bytes` } };
  return { ...asked, authenticated: true, actions: { download: action(at, asked.oid) } };
}

/**
 * @param isStored the project has the object: there is nothing to do
 * @param most bytes of an object
 */
export function presentUpload(
  asked: LfsPointer,
  { isStored, most }: { readonly isStored: boolean; readonly most: number },
  at: LfsContents,
): LfsBatchObject {
  if (isStored) return asked;
  if (asked.size > most) return { ...asked, error: tooLarge(most) };
  const upload = action(at, `${asked.oid}/${asked.size}`);
  const header = { ...upload.header, 'Content-Type': 'application/octet-stream' };
  return {
    ...asked,
    authenticated: true,
    actions: { upload: { ...upload, header }, verify: action(at, 'verify') },
  };
}

function tooLarge(most: number) {
  const { status: code, message } = lfsTooLarge(byteSizeText(most));
  return { code, message };
}

function action({ projectUrl, authorization }: LfsContents, end: string): LfsAction {
  const href = `${projectUrl}.git/${LFS_PATHS.contents}/${end}`;
  if (!authorization) return { href };
  return { href, header: { Authorization: authorization.header }, expires_in: authorization.expiresIn };
}
