import type { UserId } from '@hearth/contract-kit';
import { openVisibilities, snippetErrors } from './snippet.rules.js';

const snippet = { title: 'one', fileName: 'a.ts', description: null, content: 'x', visibility: 'private' as const };

describe('snippetErrors', () => {
  it.each([
    [{}, {}],
    [{ title: ' ' }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ fileName: 'x'.repeat(256) }, { file_name: ['is too long (maximum is 255 characters)'] }],
    [{ content: ' \n' }, { content: ["can't be blank"] }],
    [
      { content: 'ä'.repeat(513) },
      { content: [expect.stringMatching(/^is too long \(.+\)\. The maximum size is 1 KiB\.$/)] },
    ],
  ])('of %#', (change, errors) => {
    expect(snippetErrors({ ...snippet, ...change }, 1024)).toEqual(errors);
  });
});

describe('openVisibilities', () => {
  it.each([
    [{ admin: false, external: false }, ['internal', 'public']],
    [{ admin: false, external: true }, ['public']],
    [{ admin: true, external: false }, ['private', 'internal', 'public']],
  ])('for %j', (kind, visibilities) => {
    expect(openVisibilities({ id: 1 as UserId, ...kind })).toEqual(visibilities);
  });
});
