import { hearth } from '../system/hearth.js';
import { keyReports, type KeyReport } from '../system/key-report.js';
import { newPerson, type Person } from '../system/people.js';
import { SteadyLoad } from '../system/steady-load.js';

describe('new keys', () => {
  let owner: Person;
  let load: SteadyLoad;

  beforeAll(async () => {
    owner = await newPerson('locksmith');
    load = await SteadyLoad.start(owner);
  });
  afterAll(() => load?.stop());

  async function rotate(...options: string[]): Promise<string> {
    const { code, stdout, stderr } = await hearth.run('rotate-keys', ...options);
    if (code !== 0) throw new Error(`hearth rotate-keys ended with ${code}: ${stderr}`);
    return stdout;
  }

  const signing = (reports: readonly KeyReport[]) => reports.map((report) => report.signing);
  const writing = (reports: readonly KeyReport[]) => reports.flatMap(({ encryption }) => encryption.slice(0, 1));

  it('sign everywhere once the command has ended, several times in a row, and no request notices', async () => {
    let before = await keyReports();
    const everSigned = new Set(signing(before));
    for (const options of [[], ['--signing'], ['--signing']]) {
      expect(await rotate(...options)).toContain('signs with a new key');
      await load.goesOn();
      const after = await keyReports();
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      for (const kid of signing(after)) expect(everSigned).not.toContain(kid);
      const believed = [...signing(before), ...signing(after)];
      for (const { verify } of after) expect(verify).toEqual(expect.arrayContaining(believed));
      for (const kid of signing(after)) everSigned.add(kid);
      before = after;
    }
    expect(load.failures).toEqual([]);
    expect(load.total).toBeGreaterThan(20);
  });

  it('encrypt everywhere once the command has ended, and the old one can still be read with', async () => {
    const before = await keyReports();
    const [old] = writing(before);
    expect(await rotate('--encryption')).toContain(`The old key ${old} is no longer used`);
    const after = await keyReports();
    expect(signing(after)).toEqual(signing(before));
    expect(new Set(writing(after)).size).toBe(1);
    expect(writing(after)).not.toContain(old);
    for (const { encryption } of after.filter((each) => each.encryption.length > 0)) expect(encryption).toContain(old);
    await load.goesOn();
    expect(load.failures).toEqual([]);
  });

  it('are given to those alone that store something', async () => {
    const without = (await keyReports()).filter(({ encryption }) => encryption.length === 0);
    expect(without.map(({ name }) => name)).toEqual(hearth.split ? ['gateway'] : []);
  });

  it('are the operator’s too', async () => {
    expect((await hearth.run('token', 'root')).stdout).toMatch(/^\S{20,}$/m);
  });
});
