import { TemplateNotFound } from '../refusals.js';
import { GitignoreFacts } from './gitignore.facts.js';

const facts = new GitignoreFacts();
const page = async (number: number, perPage: number) => (await facts.page({ page: number, perPage })).items;

describe('templates of a .gitignore', () => {
  it('are listed by pages, those of languages and of tools in one order', async () => {
    const { items, total } = await facts.page({ page: 1, perPage: 1000 });
    expect(items.length).toBe(total);
    expect(items).toEqual([...new Set(items)].toSorted());
    expect(items).toEqual(expect.arrayContaining(['C++', 'Node', 'Python', 'macOS']));
    expect(await page(2, 3)).toEqual(items.slice(3, 6));
  });

  it('are found by their exact names', async () => {
    expect(await facts.text('Node')).toMatch(/^node_modules\/$/m);
    for (const name of ['node', '', '../README', 'Global/macOS', 'toString'])
      await expect(facts.text(name)).rejects.toEqual(TemplateNotFound());
  });
});
