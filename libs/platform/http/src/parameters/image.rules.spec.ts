import { imageFailure, imageFileName, imageType } from './image.rules.js';
import { UploadedFile } from './uploaded-file.js';

const file = (name: string, bytes = 10, truncated = false) =>
  new UploadedFile(name, 'text/html', Buffer.alloc(bytes), truncated);

describe('imageFailure', () => {
  it.each(['a.png', 'a.jpg', 'a.jpeg', 'a.gif', 'a.bmp', 'a.tiff', 'A.B.PNG'])('takes %s', (name) => {
    expect(imageFailure(file(name))).toBeUndefined();
  });

  it.each(['a.svg', 'a.html', 'a.png.html', 'png', '.png', '', 'a.png/', 'a.constructor'])('refuses %j', (name) => {
    expect(imageFailure(file(name))).toBe('only images allowed');
  });

  it('refuses a file with nothing in it', () => {
    expect(imageFailure(file('a.png', 0))).toBe('only images allowed');
  });

  it('takes 200 KB and no byte more', () => {
    expect(imageFailure(file('a.png', 204_800))).toBeUndefined();
    expect(imageFailure(file('a.png', 204_801))).toBe('is too big (should be at most 200 KB)');
    expect(imageFailure(file('a.png', 10, true))).toBe('is too big (should be at most 200 KB)');
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
