import { VISIBILITIES } from '@hearth/contract-kit';
import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { SnippetColumns } from './snippet.rules.js';

/** Bytes of a request with a snippet. */
export const SNIPPET_BODY = 8 * 1024 * 1024;

const title = v4.text({ most: 4096 });
const fileName = v4.text({ most: 4096 });
const description = v4.text({ most: SNIPPET_BODY }).nullable().optional();
const content = v4.text({ most: SNIPPET_BODY });
const visibility = v4.oneOf(VISIBILITIES);
/** Of later releases, in place of the name and the content. */
const files = z
  .array(z.object({ file_path: fileName, content }), { error: 'is invalid' })
  .length(1, { error: 'must have one file: several are not supported' })
  .optional()
  .describe('Name (`file_path`) and `content` of the only file, in place of `file_name` and `content`');

interface Given {
  readonly file_name?: string | undefined;
  readonly code?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
}

/** Reports missing fields, in the order of declaration. @param later fields that are declared after them */
function requireFile(
  given: Given,
  issues: z.core.$ZodRawIssue[],
  contentField: 'code' | 'content',
  later: string,
): void {
  const hasContent = given.code !== undefined || given.content !== undefined;
  if (given.files !== undefined && (hasContent || given.file_name !== undefined)) {
    const message = 'cannot be combined with file_name and content';
    issues.push({ code: 'custom', message, path: ['files'], input: undefined });
  }
  if (given.files !== undefined || issues.some(({ path }) => path?.[0] === 'files')) return;
  const missing = [
    ...(given.file_name === undefined ? ['file_name'] : []),
    ...(hasContent ? [] : [contentField]),
  ].filter((field) => !issues.some(({ path }) => path?.[0] === field));
  const added = missing.map((field) => ({
    ...{ code: 'custom' as const, message: 'is missing', path: [field], input: undefined },
  }));
  const at = issues.findIndex(({ path }) => path?.[0] === later);
  issues.splice(at < 0 ? issues.length : at, 0, ...added);
}

/** Returns name and content of a new snippet, however the client has sent them. */
export function fileOf(given: Given): { readonly fileName: string; readonly content: string } {
  const [file] = given.files ?? [];
  if (file) return { fileName: file.file_path, content: file.content };
  return { fileName: given.file_name ?? '', content: given.code ?? given.content ?? '' };
}

export const ProjectSnippetsParams = z.object({
  id: v4.project(),
  created_after: refused(),
  created_before: refused(),
  ...v4.page,
});
export const ProjectSnippetParams = z.object({ id: v4.project(), snippet_id: v4.id() });
export const CreateProjectSnippetParams = z
  .object({
    id: v4.project(),
    title,
    file_name: fileName.optional(),
    /** Later releases of the API call it `content`. */
    code: content.optional(),
    content: content.optional(),
    files,
    visibility,
    description,
  })
  .superRefine((given, { issues }) => requireFile(given, issues, 'code', 'visibility'), { when: () => true });

const changes = {
  title: v4.optional(title),
  file_name: fileName.optional(),
  description,
  visibility: v4.optional(visibility),
  content: content.optional(),
  files: refused(),
};
export const UpdateProjectSnippetParams = atLeastOneOf(
  ProjectSnippetParams.extend({ ...changes, code: content.optional() }),
  ...(['title', 'file_name', 'description', 'code', 'content', 'visibility'] as const),
);

export const PersonalSnippetsParams = z.object(v4.page);
export const AllSnippetsParams = PersonalSnippetsParams.extend({
  created_after: v4.optional(v4.dateTime()).describe('Only snippets created at this time or later'),
  created_before: v4.optional(v4.dateTime()).describe('Only snippets created at this time or earlier'),
  repository_storage: refused(),
});
export const PersonalSnippetParams = z.object({ id: v4.id() });
export const CreatePersonalSnippetParams = z
  .object({
    title,
    file_name: fileName.optional(),
    content: content.optional(),
    files,
    description,
    visibility: v4.optional(visibility),
  })
  .superRefine((given, { issues }) => requireFile(given, issues, 'content', 'description'), { when: () => true });
export const UpdatePersonalSnippetParams = atLeastOneOf(
  PersonalSnippetParams.extend(changes),
  ...(['title', 'file_name', 'description', 'content', 'visibility'] as const),
);

/** Converts the parameters to changes; undefined values stay. */
export function snippetChanges(
  params: z.output<typeof UpdateProjectSnippetParams> | z.output<typeof UpdatePersonalSnippetParams>,
): { readonly [Column in keyof SnippetColumns]?: SnippetColumns[Column] | undefined } {
  const { title: name, file_name, description: text, content: body, visibility: seenBy } = params;
  const code = 'code' in params ? params.code : undefined;
  return { title: name, fileName: file_name, description: text, content: body ?? code, visibility: seenBy };
}
