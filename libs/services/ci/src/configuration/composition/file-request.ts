/** A file that a configuration includes: of the commit of the pipeline, of another project, or of the artifacts of a job of the parent pipeline. */
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
    };

/** Text of an included file, or the reason for which it cannot be included, in the API's words. */
export type IncludedFile = { readonly text: string } | { readonly error: string };

/** Returns the key of a file in maps. */
export function fileKey(request: FileRequest): string {
  if (request.kind === 'local') return `local ${request.path}`;
  if (request.kind === 'artifact') return `artifact ${JSON.stringify([request.job, request.path])}`;
  return JSON.stringify([request.project, request.ref, request.path]);
}
