import fc from 'fast-check';
import { compareBytes } from './byte-order.rules.js';

describe('compareBytes', () => {
  it('orders as the bytes of UTF-8 do', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(compareBytes('\u{1f600}', '\uffee')).toBe(1);
  });
});
