import { VISIBILITIES } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';

/** Most characters of a content that is written in a browser: a form has a mebibyte. */
const MOST_CONTENT = 1024 * 1024;
const MOST_NAME = 4096;

const fields = {
  title: v4.text({ most: MOST_NAME }),
  file_name: v4.optional(v4.text({ most: MOST_NAME })),
  description: v4.optional(v4.text({ most: MOST_CONTENT })),
  content: v4.content({ most: MOST_CONTENT }),
  visibility: v4.oneOf(VISIBILITIES),
};

const Fields = z.object(fields);

export const NewPersonalSnippetPageParams = z.object({});
export const NewPersonalSnippetFormParams = Fields;
export const EditPersonalSnippetParams = Fields.extend({ id: v4.id() });
export const DeletePersonalSnippetParams = z.object({ id: v4.id(), confirmed });
export const NewSnippetPageParams = z.object({ id: v4.project() });
export const NewSnippetFormParams = NewSnippetPageParams.extend(fields);
export const EditSnippetPageParams = NewSnippetPageParams.extend({ snippet_id: v4.id() });
export const EditSnippetFormParams = EditSnippetPageParams.extend(fields);
export const DeleteSnippetFormParams = EditSnippetPageParams.extend({ confirmed });

/** Returns the fields of a form as those of a snippet. Browsers end lines with CR LF. */
export function snippetOf({
  title,
  file_name: fileName = '',
  description,
  content,
  visibility,
}: z.output<typeof Fields>) {
  return { title, fileName, description: description ?? null, content: content.replaceAll('\r\n', '\n'), visibility };
}
