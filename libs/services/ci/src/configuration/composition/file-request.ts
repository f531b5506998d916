/**
 * A file that a configuration includes: of the commit of the pipeline, of another project, of a web server, or of the artifacts of a job of the
 * parent pipeline.
 */
export type FileRequest =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'artifact'; readonly job: string; readonly path: string }
  | {
      readonly kind: 'project';
      /** Full path. */
      readonly project: string;
      /** Branch, tag or commit; null for the default branch. */
      readonly ref: string | null;
      readonly path: string;
      /** Included by a file of a web server, which must not use the rights of the pipeline's user. */
      readonly anonymous?: true;
    }
  | { readonly kind: 'remote'; readonly url: string };

/** Text of an included file, or the reason for which it cannot be included, in the API's words. */
export type IncludedFile = { readonly text: string } | { readonly error: string };

/** Returns the key of a file in maps. */
export function fileKey(request: FileRequest): string {
  if (request.kind === 'local') return `local ${request.path}`;
  if (request.kind === 'artifact') return `artifact ${JSON.stringify([request.job, request.path])}`;
  if (request.kind === 'remote') return `remote ${request.url}`;
  return JSON.stringify([request.project, request.ref, request.path, request.anonymous]);
}

/** Returns the path of a file as messages have it; a URL without its credentials. */
export function shownPath(request: FileRequest): string {
  if (request.kind !== 'remote') return request.path;
  return request.url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}

/** Whether a file comes from a web server, by itself or through one that does: what it includes has no rights and no variables. */
export function isFromOutside(request: FileRequest | null): boolean {
  return request?.kind === 'remote' || (request?.kind === 'project' && request.anonymous === true);
}
