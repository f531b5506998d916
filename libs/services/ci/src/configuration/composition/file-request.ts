/** A file that a configuration includes: of the commit of the pipeline, or of another project. */
export type FileRequest =
  | { readonly kind: 'local'; readonly path: string }
  | {
      readonly kind: 'project';
      /** Full path. */
      readonly project: string;
      /** Branch, tag or commit; null for the default branch. */
      readonly ref: string | null;
      readonly path: string;
    };

/** Text of an included file, or the reason for which it cannot be included, in the API's words. */
export type IncludedFile = { readonly text: string } | { readonly error: string };

/** Returns the key of a file in maps. */
export function fileKey(request: FileRequest): string {
  return request.kind === 'local'
    ? `local ${request.path}`
    : JSON.stringify([request.project, request.ref, request.path]);
}
