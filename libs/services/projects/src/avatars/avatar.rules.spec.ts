import { UploadedFile } from '@hearth/http';
import { PIXEL } from '@hearth/testing';
import { avatarErrors } from './avatar.rules.js';

const file = (name: string, bytes: number) => new UploadedFile(name, 'image/png', Buffer.concat([PIXEL], bytes), false);

describe('avatarErrors', () => {
  it('has nothing against pictures, their removal and their absence', () => {
    expect([avatarErrors(file('a.png', 204_800)), avatarErrors(null), avatarErrors(undefined)]).toEqual([{}, {}, {}]);
  });

  it('tells what is wrong under the name of the field', () => {
    expect(avatarErrors(file('a.png', 204_801))).toEqual({ avatar: ['is too big (should be at most 200 KB)'] });
    expect(avatarErrors(file('a.svg', 1))).toEqual({ avatar: ['only images allowed'] });
  });
});
