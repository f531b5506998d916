import { LicenseFacts } from './license.facts.js';
import { LICENSES, fillIn } from './license.rules.js';
import { presentLicense } from './license.view.js';

const facts = new LicenseFacts();
const all = async () => (await facts.page(undefined, { page: 1, perPage: 100 })).items;

describe('templates of licenses', () => {
  it('have a text and a name of SPDX for every key', async () => {
    const licenses = (await all()).map(presentLicense);
    expect(licenses.map(({ key }) => key)).toEqual(LICENSES.map(({ key }) => key).toSorted());
    for (const { name, content } of licenses) {
      expect(name).not.toMatch(/ only$/);
      expect(content.length).toBeGreaterThan(1000);
    }
    expect(licenses.find(({ key }) => key === 'gpl-3.0')).toMatchObject({
      name: 'GNU General Public License v3.0',
      nickname: 'GNU GPLv3',
      popular: true,
      html_url: 'https://choosealicense.com/licenses/gpl-3.0/',
      source_url: 'https://www.gnu.org/licenses/gpl-3.0-standalone.html',
    });
  });

  it('are listed by pages and by popularity', async () => {
    const keys = async (popular: boolean | undefined, page: number) => {
      const { items, total } = await facts.page(popular, { page, perPage: 2 });
      return [total, items.map(({ key }) => key)];
    };
    expect(await keys(true, 1)).toEqual([3, ['apache-2.0', 'gpl-3.0']]);
    expect(await keys(true, 2)).toEqual([3, ['mit']]);
    expect(await keys(true, 3)).toEqual([3, []]);
    expect((await keys(false, 1))[0]).toBe(LICENSES.length - 3);
  });

  it.each([
    ['MIT', 'Copyright (c) 2031 Ann $& Co'],
    ['bsd-2-clause', 'Copyright (c) 2031 Ann $& Co'],
    ['apache-2.0', 'Copyright 2031 Ann $& Co'],
    ['gpl-3.0', 'Rocket  Copyright (C) 2031  Ann $& Co'],
    ['agpl-3.0', 'Copyright (C) 2031  Ann $& Co'],
  ])('have the given values: %s', async (key, line) => {
    const { content } = await facts.filledIn(key, { year: 2031, project: 'Rocket', fullname: 'Ann $& Co' });
    expect(content).toContain(line);
    expect(content).not.toMatch(/<(?!http)[^<>]+>|\[[a-z ]+\]/);
  });

  it('keep the placeholders of values that are not given', () => {
    expect(fillIn('<program> <YEAR> [name of copyright owner]', { year: 2031 })).toBe(
      '<program> 2031 [name of copyright owner]',
    );
  });

  it('are refused for unknown keys', async () => {
    await expect(facts.filledIn('beer', { year: 2031 })).rejects.toMatchObject({
      body: { message: '404 License Not Found' },
    });
  });
});
