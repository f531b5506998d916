import { hearth } from '../system/hearth.js';
import { keyReports, type KeyReport } from '../system/key-report.js';
import { mintToken, newPerson, type Person } from '../system/people.js';
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

  it('are in use everywhere once the command has ended, and no request notices', async () => {
    let before = await keyReports();
    const everSigned = new Set(signing(before));
    const everWrote = new Set(writing(before));
    for (let round = 0; round < 3; round++) {
      await rotate();
      await load.goesOn();
      const after = await keyReports();
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      for (const kid of signing(after)) expect(everSigned).not.toContain(kid);
      expect(new Set(writing(after)).size).toBe(1);
      expect(everWrote).not.toContain(writing(after)[0]);
      for (const { verify } of after)
        expect(verify).toEqual(expect.arrayContaining([...signing(before), ...signing(after)]));
      for (const each of signing(after)) everSigned.add(each);
      everWrote.add(writing(after)[0]!);
      before = after;
    }
    expect(load.failures).toEqual([]);
    expect(load.total).toBeGreaterThan(30);
  });

  it('are given to those alone that store something', async () => {
    const without = (await keyReports()).filter(({ encryption }) => encryption.length === 0);
    expect(without.map(({ name }) => name)).toEqual(hearth.split ? ['gateway'] : []);
  });

  it('can be made for signing and for encryption apart', async () => {
    const before = await keyReports();
    expect(await rotate('--signing')).toContain('signs with a new key');
    const between = await keyReports();
    expect(writing(between)).toEqual(writing(before));
    expect(signing(between).filter((kid) => signing(before).includes(kid))).toEqual([]);
    const [key] = writing(between);
    expect(await rotate('--encryption')).toContain(`The old key ${key} is no longer used`);
    const after = await keyReports();
    expect(signing(after)).toEqual(signing(between));
    expect(writing(after)).not.toContain(key);
    await load.goesOn();
    expect(load.failures).toEqual([]);
  });

  it('are the operator’s too', async () => {
    await expect(mintToken('root', 'api')).resolves.toMatch(/\S{20}/);
  });
});
