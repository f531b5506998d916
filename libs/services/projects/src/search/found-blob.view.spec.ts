import type { ProjectId } from '@hearth/contract-kit';
import { presentFoundBlob } from './found-blob.view.js';

describe('the record of found lines', () => {
  const searched = { projectId: 6 as ProjectId, ref: 'main' };

  it('has the keys of the API, in its order', () => {
    const view = presentFoundBlob({ path: 'docs/README.md', startLine: 46, text: '## Installation\n' }, searched);
    expect(JSON.stringify(view)).toBe(
      '{"basename":"docs/README","data":"## Installation\\n","path":"docs/README.md","filename":"docs/README.md",' +
        '"id":null,"ref":"main","startline":46,"project_id":6}',
    );
  });

  it.each([
    ['Makefile', 'Makefile'],
    ['.gitignore', '.gitignore'],
    ['a.b/c.tar.gz', 'a.b/c.tar'],
  ])('has the path %s without its extension', (path, basename) => {
    expect(presentFoundBlob({ path, startLine: 1, text: '' }, searched).basename).toBe(basename);
  });
});
