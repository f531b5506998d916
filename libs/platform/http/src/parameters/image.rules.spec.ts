import { imageFailures, imageFileName, imageType } from './image.rules.js';
import { UploadedFile } from './uploaded-file.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const file = (name: string, bytes = 10, truncated = false) =>
  new UploadedFile(name, 'text/html', Buffer.concat([PNG], bytes), truncated);

describe('imageFailures', () => {
  it.each(['a.png', 'a.jpg', 'a.jpeg', 'a.gif', 'a.bmp', 'a.tiff', 'a.ico', 'a.webp', 'A.B.PNG'])(
    'takes %s',
    (name) => {
      expect(imageFailures(file(name))).toEqual([]);
    },
  );

  it.each(['a.svg', 'a.html', 'a.png.html', 'png', '.png', '', 'a.png/', 'a.constructor'])('refuses %j', (name) => {
    expect(imageFailures(file(name))).toEqual(['only images allowed']);
  });

  it.each(['\xff\xd8\xff\xe0', 'GIF89a', 'BM', 'II*\0', '\0\0\x01\0\x01', 'RIFF\x1a\0\0\0WEBPVP8 '])(
    'takes content that begins with %j',
    (start) => {
      const content = Buffer.from(start, 'latin1');
      expect(imageFailures(new UploadedFile('a.png', 'text/html', content, false))).toEqual([]);
    },
  );

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'RIFF\x1a\0\0\0WAVE', '%PDF-1.7'])(
    'refuses content that begins with %j',
    (start) => {
      const content = Buffer.from(start, 'latin1');
      expect(imageFailures(new UploadedFile('a.png', 'image/png', content, false))).toEqual(['only images allowed']);
    },
  );

  it('refuses a file with nothing in it', () => {
    expect(imageFailures(file('a.png', 0))).toEqual(['only images allowed']);
  });

  it('takes 200 KB and no byte more', () => {
    const tooBig = 'is too big (should be at most 200 KB)';
    expect(imageFailures(file('a.png', 204_800))).toEqual([]);
    expect(imageFailures(file('a.png', 204_801))).toEqual([tooBig]);
    expect(imageFailures(file('a.png', 10, true))).toEqual([tooBig]);
    expect(imageFailures(file('a.html', 204_801))).toEqual([tooBig, 'only images allowed']);
  });
});

describe('imageType', () => {
  it('goes by the ending alone', () => {
    expect([imageType('x.JPG'), imageType('x.gif'), imageType('x.svg')]).toEqual([
      'image/jpeg',
      'image/gif',
      undefined,
    ]);
  });
});

describe('imageFileName', () => {
  it.each([
    ['me.PNG', 'me.png'],
    ['Ada & me (1).jpeg', 'Ada___me__1_.jpeg'],
    ['Ölbild.png', '_lbild.png'],
    ['../x.png', '__x.png'],
    ['..a.b.gif', '_a.b.gif'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(90)}.png`],
  ])('%j is kept as %j', (name, kept) => {
    expect(imageFileName(name)).toBe(kept);
    expect(imageFileName(kept)).toBe(kept);
  });
});
