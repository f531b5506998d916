import type { RequestBody } from '@hearth/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sizeLimitText, type SizeLimit } from '../git-http/size-limit.rules.js';
import { LFS_BODY_LIMIT } from './lfs-batch.params.js';

/** Media type of the API of git LFS. */
export const LFS_JSON = 'application/vnd.git-lfs+json';

/** Refusal in the form of git LFS, whose message the client shows. */
export interface LfsRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The client sends its request again with a credential. */
export const LFS_SIGN_IN: LfsRefusal = {
  status: 401,
  message: 'HTTP Basic: Access denied',
  headers: { 'www-authenticate': 'Basic realm="GitLab"', 'lfs-authenticate': 'Basic realm="GitLab"' },
};
/** The project does not exist, is not visible to the caller, or has no LFS. */
export const LFS_NOT_FOUND: LfsRefusal = { status: 404, message: 'Not found.' };
export const LFS_FORBIDDEN: LfsRefusal = { status: 403, message: 'Access forbidden. Check your access level.' };
export const LFS_NO_SCOPE: LfsRefusal = {
  status: 403,
  message: 'The request requires higher privileges than provided by the access token.',
};
export const LFS_DISABLED: LfsRefusal = {
  status: 501,
  message: 'Git LFS is not enabled on this server, contact your admin.',
};
export const LFS_UNFINISHED: LfsRefusal = {
  status: 503,
  message: 'The repository is being copied. Please try again when the import has finished.',
  headers: { 'retry-after': '5' },
};
export const LFS_STOPPING: LfsRefusal = {
  status: 503,
  message: 'The server is being restarted. Please try again.',
  headers: { 'retry-after': '5' },
};
export const LFS_BUSY: LfsRefusal = {
  status: 503,
  message: 'Too many objects are being uploaded at once. Please try again in a few seconds.',
  headers: { 'retry-after': '10' },
};
export const LFS_TOO_MANY: LfsRefusal = { status: 413, message: 'A batch has at most 100 objects.' };
export const LFS_WRONG_HASH: LfsRefusal = { status: 409, message: 'The only hash algorithm is sha256.' };
export const LFS_WRONG_TRANSFER: LfsRefusal = { status: 422, message: 'The only transfer is basic.' };
export const LFS_INVALID: LfsRefusal = { status: 422, message: 'The request is not one of Git LFS.' };
/** The content is not what its oid and size say. */
export const LFS_WRONG_CONTENT: LfsRefusal = {
  status: 422,
  message: 'The content has another SHA-256 or size than its oid and size say. Nothing was stored.',
};
export const LFS_OBJECT_MISSING = "Object does not exist on the server or you don't have permissions to access it";

/** Returns the refusal of more objects; null when they fit. @param bytes that are to be added to what the limit counts */
export function refusalOfSize(limit: SizeLimit, bytes: number): LfsRefusal | null {
  return bytes > limit.left ? { status: 507, message: sizeLimitText(limit) } : null;
}

/** @param limit of an object, as text */
export function lfsTooLarge(limit: string): LfsRefusal {
  return { status: 413, message: `The object is larger than ${limit}.` };
}

export function refuseLfs(reply: FastifyReply, { status, message, headers = {} }: LfsRefusal): void {
  answerLfs(reply.headers(headers), { message }, status);
}

/** Sends a record, which depends on the caller: nothing may cache it. */
export function answerLfs(reply: FastifyReply, record: object, status = 200): void {
  // As bytes: Fastify would add a charset to the type of a text.
  void reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': LFS_JSON })
    .send(Buffer.from(JSON.stringify(record)));
}

/** Reads a JSON body; undefined for one of another form. @throws EntityTooLarge */
export async function lfsBodyOf<S extends z.ZodType>(
  { body }: FastifyRequest,
  schema: S,
): Promise<z.output<S> | undefined> {
  const bytes = await (body as RequestBody | undefined)?.whole(LFS_BODY_LIMIT);
  try {
    return schema.safeParse(JSON.parse(bytes?.toString() ?? '')).data;
  } catch {
    return undefined;
  }
}
