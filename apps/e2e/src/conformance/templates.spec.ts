import { LicenseTemplate } from '../schemas/records.js';
import { hearth } from '../system/hearth.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

describe('templates of licenses', () => {
  it('are listed for everybody, the popular ones alone too', async () => {
    const all = (await hearth.anonymous.get('/templates/licenses')).expect(200).json<{ key: string }[]>();
    for (const license of all) expect(LicenseTemplate.parse(license)).toEqual(license);
    expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining(['agpl-3.0', 'mit', 'mpl-2.0']));
    const popular = await hearth.anonymous.get('/templates/licenses?popular=true&per_page=2');
    expect(popular.headers['x-total']).toBe('3');
    expect(popular.json<{ key: string }[]>().map(({ key }) => key)).toEqual(['apache-2.0', 'gpl-3.0']);
  });

  it('name the given project and holder, or the caller', async () => {
    const given = '/templates/licenses/gpl-3.0?project=Rocket&fullname=Ann';
    const year = new Date().getUTCFullYear();
    expect(expectRecord(await hearth.anonymous.get(given), LicenseTemplate).content).toMatch(
      new RegExp(String.raw`Rocket +Copyright \(C\) (${year}|${year + 1}) +Ann`),
    );
    const { name } = (await hearth.root.get('/user')).json<{ name: string }>();
    expect(expectRecord(await hearth.root.get('/templates/licenses/MIT'), LicenseTemplate).content).toContain(
      ` ${name}\n`,
    );
    expectAnswer(await hearth.anonymous.get('/templates/licenses/beer'), 404, { message: '404 License Not Found' });
  });
});

describe('templates of a .gitignore', () => {
  it('are listed and read by everybody', async () => {
    const names = (await hearth.anonymous.get('/templates/gitignores?per_page=100')).expect(200).json<object[]>();
    expect(names).toContainEqual({ key: 'C++', name: 'C++' });
    const { name, content } = (await hearth.anonymous.get('/templates/gitignores/C%2B%2B'))
      .expect(200)
      .json<{ name: string; content: string }>();
    expect([name, content]).toEqual(['C++', expect.stringMatching(/^\*\.o$/m)]);
    expectAnswer(await hearth.anonymous.get('/templates/gitignores/Beer'), 404, {
      message: '404 Template Not Found',
    });
  });
});
