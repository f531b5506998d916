import { FRAMES, frame, framesOf } from './session-frames.js';

async function read(...chunks: Buffer[]): Promise<[number, string][]> {
  const found: [number, string][] = [];
  async function* source() {
    yield* chunks;
  }
  for await (const { kind, content } of framesOf(source())) found.push([kind, content.toString()]);
  return found;
}

describe('the frames of a session', () => {
  const bytes = Buffer.concat([
    frame(FRAMES.data, Buffer.alloc(0)),
    frame(FRAMES.data, Buffer.from('refs')),
    frame(FRAMES.errors, Buffer.from('no')),
    frame(FRAMES.exit, Buffer.of(49)),
  ]);

  it('are read from one chunk', async () => {
    expect(await read(bytes)).toEqual([
      [FRAMES.data, 'refs'],
      [FRAMES.errors, 'no'],
      [FRAMES.exit, '1'],
    ]);
  });

  it('are read wherever the chunks end', async () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const parts = await read(bytes.subarray(0, cut), bytes.subarray(cut));
      const text = (kind: number) =>
        parts
          .filter(([each]) => each === kind)
          .map(([, content]) => content)
          .join('');
      expect([text(FRAMES.data), text(FRAMES.errors), text(FRAMES.exit)]).toEqual(['refs', 'no', '1']);
    }
  });

  it('are not a stream that is cut, nor other bytes', async () => {
    await expect(read(bytes.subarray(0, -1))).rejects.toThrow('within a frame');
    await expect(read(bytes.subarray(0, 8))).rejects.toThrow('within a frame');
    await expect(read(Buffer.from('GET / HTTP/1.1'))).rejects.toThrow('no frame');
  });
});
