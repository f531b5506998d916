import { presentNotebook } from './notebook.view.js';

const notebook = (cells: object[]) =>
  JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python"><i>' } }, cells });

it('shows texts as they are, and code with its outputs between fences', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Title\n', 'Text'] },
    {
      ...{ cell_type: 'code', source: 'print(1)' },
      outputs: [
        { text: ['1\n', '2\n'] },
        { data: { 'text/plain': '3', 'text/html': '<script>x</script>' } },
        { evalue: 'failed' },
        { data: { 'image/png': 'AAAA' } },
      ],
    },
  ];
  expect(presentNotebook(notebook(cells))).toBe(
    '# Title\nText\n\n```pythoni\nprint(1)\n```\n\n```\n1\n2\n```\n\n```\n3\n```\n\n```\nfailed\n```',
  );
});

it('does not let a cell end its fence', () => {
  const text = presentNotebook(notebook([{ cell_type: 'raw', source: '```\n<b>\n````' }]));
  expect(text).toBe('`````\n```\n<b>\n````\n`````');
});

it.each(['', '[]', '{"cells": 1}', '{"worksheets": []}', '{"cells": [{"cell_type": "code"}]}'])(
  'takes %j for no notebook',
  (content) => {
    expect(presentNotebook(content)).toBeNull();
  },
);
