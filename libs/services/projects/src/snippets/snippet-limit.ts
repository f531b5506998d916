import { byteSize, defineSettings } from '@hearth/config';

const settings = defineSettings(
  'Snippets',
  { HEARTH_SNIPPET_LIMIT: byteSize().prefault('1MiB').describe('The largest content of a snippet, 8MiB at most') },
  { readBy: ['ProjectsModule'] },
);

/** Maximum size of a snippet's content, in bytes. */
export function snippetLimit(): number {
  return settings.read().HEARTH_SNIPPET_LIMIT;
}
