import { addToReadme } from './edit-readme.mjs';

describe('addToReadme', () => {
  const small = `# ci\n\n| | |\n| - | - |\n| Tables | \`outbox\` |\n| Endpoints | none yet |\n\nMore.\n`;

  it('fills the small table of a service without resources', () => {
    const once = addToReadme(small, 'Endpoints', 'GET /jobs', 'List jobs');
    expect(once).toBe(small.replace('none yet', '`GET /jobs`'));
    expect(addToReadme(once, 'Endpoints', 'GET /jobs/:id', 'Get a job')).toContain(
      '| Endpoints | `GET /jobs`, `GET /jobs/:id` |',
    );
    expect(addToReadme(small, 'Owns', 'jobs', 'jobs')).toContain('| Tables | `outbox`, `jobs` |');
  });

  it('adds a row at the end of the first table of a section', () => {
    const text =
      '# a\n\n## Endpoints\n\nWords.\n\n| a | b |\n| - | - |\n| x | y |\n\nMore words.\n\n## Publishes\n\n| q | r |\n';
    expect(addToReadme(text, 'Endpoints', 'GET /x', 'Get x')).toBe(
      text.replace('| x | y |\n', '| x | y |\n| `GET /x` | Get x |\n'),
    );
    expect(addToReadme(text, 'Publishes', 'a.b-made', 'B made')).toBe(`${text}| \`a.b-made\` | B made |\n`);
  });

  it('begins the table of a section that has none, and the section where it is missing', () => {
    const table = '## Publishes\n\n| event | says |\n| --- | --- |\n| `a.b-made` | B made |\n';
    expect(addToReadme('# a\n\n## Publishes\n\nNothing yet.\n', 'Publishes', 'a.b-made', 'B made')).toContain(table);
    expect(addToReadme('# a\n', 'Publishes', 'a.b-made', 'B made')).toContain(table);
  });
});
