import { presentSize } from './size.js';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1536, '1.5 KiB'],
  [3 * 1024 ** 2, '3.0 MiB'],
  [2048 * 1024 ** 4, '2048.0 TiB'],
])('presents a size of %d bytes', (bytes, text) => {
  expect(presentSize(bytes)).toBe(text);
});
