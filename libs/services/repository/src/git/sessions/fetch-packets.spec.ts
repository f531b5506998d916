import { FLUSH, MalformedRequest, packet } from '../transport/pkt-line.js';
import { packetGroups } from './fetch-packets.js';

async function groups(...chunks: Buffer[]): Promise<string[]> {
  const found: string[] = [];
  async function* source() {
    yield* chunks;
  }
  for await (const group of packetGroups(source())) found.push(group.toString('latin1'));
  return found;
}

const DELIMITER = Buffer.from('0001');

describe('the packets of a fetch over one stream', () => {
  const list = Buffer.concat([packet('command=fetch'), DELIMITER, packet(`want ${'a'.repeat(40)}\n`), FLUSH]);

  it('are passed on with the end of a list, wherever the chunks end', async () => {
    for (let cut = 1; cut < list.length; cut += 1)
      expect(await groups(list.subarray(0, cut), list.subarray(cut))).toEqual([list.toString('latin1')]);
  });

  it('are passed on with `done`, which no flush follows', async () => {
    const done = packet('done\n');
    expect(await groups(packet('have x\n'), done)).toEqual([`000bhave x\n${done.toString('latin1')}`]);
  });

  it('are passed on before a list gets long', async () => {
    const line = packet(`have ${'b'.repeat(40)}\n`);
    const many = Buffer.concat(Array.from({ length: 25_000 }, () => line));
    const passed = await groups(many, many, FLUSH);
    expect(passed.map(({ length }) => length)).toEqual([many.length, many.length, FLUSH.length]);
  });

  it.each([
    ['end within one', list.subarray(0, -6)],
    ['are none', Buffer.from('GET / HTTP/1.1')],
  ])('are refused when they %s', async (_, bytes) => {
    await expect(groups(bytes)).rejects.toThrow(MalformedRequest);
  });
});
