import { AllInOne } from './testing/all-in-one.js';

const RIGHT = 'correct:horse:battery';

describe('git with a password, through the edge', () => {
  let hearth: AllInOne;

  beforeAll(async () => {
    hearth = await AllInOne.start();
  }, 120_000);
  afterAll(() => hearth?.stop(), 60_000);

  /** Requests a project that does not exist: 404 for authenticated callers, 401 for others. */
  async function ask(password: string, headers: Record<string, string> = {}): Promise<number> {
    const basic = Buffer.from(`root:${password}`).toString('base64');
    const { status, body } = await fetch(`${hearth.url}/missing/project.git/info/refs?service=git-upload-pack`, {
      headers: { authorization: `Basic ${basic}`, ...headers },
    });
    await body?.cancel();
    return status;
  }

  it('opens nothing after ten wrong ones, wherever the client says it is; tokens go on working', async () => {
    expect(await ask(RIGHT)).toBe(404);
    for (let time = 0; time < 10; time++) {
      expect(await ask('wrong', { 'x-forwarded-for': `192.0.2.${time}` })).toBe(401);
    }
    expect(await ask(RIGHT)).toBe(401);
    expect(await ask(RIGHT, { 'x-forwarded-for': '192.0.2.77' })).toBe(401);
    expect(await ask(await hearth.token('root'))).toBe(404);
    expect(await ask(RIGHT)).toBe(401);
    await hearth.database.query('delete from identity.sign_in_failures');
    expect(await ask(RIGHT)).toBe(404);
  }, 30_000);
});
