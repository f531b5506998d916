import { concatUnpooled } from './unpooled.js';

it.each([[[]], [['a']], [['a', '', 'bc']]])(
  'the concatenation of %j holds no more than its bytes',
  (texts: string[]) => {
    const kept = concatUnpooled(texts.map((text) => Buffer.from(text)));
    expect(kept.toString()).toBe(texts.join(''));
    expect(kept.buffer.byteLength).toBe(kept.length);
  },
);
