import { z } from 'zod';
import { UploadedFile, v4 } from '@hearth/http';
import { fieldLabels } from './field-labels.js';
import { keptForm, parseKeptForm, presentKeptForm } from './kept-form.js';

const TYPED = { title: 'laptop', user: { login: 'jane' }, scopes: ['', 'api'] };

describe('a form that is kept', () => {
  it('has the fields as its page would send them, and asks again for passwords and codes', () => {
    const sent = {
      ...TYPED,
      ...{ authenticity_token: 'x', reset_password_token: 'r', current_password: 'secret', code: '123456' },
      ...{
        key: '-----BEGIN OPENSSH PRIVATE KEY-----',
        avatar: new UploadedFile('a', 'image/png', Buffer.alloc(1), false),
      },
    };
    const kept = keptForm('/-/profile/keys', sent)!;
    expect(kept).toEqual({
      path: '/-/profile/keys',
      fields: [
        ['title', 'laptop'],
        ['user[login]', 'jane'],
        ['scopes[]', ''],
        ['scopes[]', 'api'],
        ['reset_password_token', 'r'],
      ],
      asked: ['current_password', 'code'],
      labels: {},
    });
    expect(presentKeptForm(kept)).toMatchObject({
      shown: [
        { label: 'Title', value: 'laptop' },
        { label: 'Login', value: 'jane' },
        { label: 'Scopes', value: 'api' },
      ],
      asked: [
        { label: 'Current password', type: 'password' },
        { label: 'Code', type: 'text' },
      ],
    });
    expect(parseKeptForm(JSON.stringify(kept))).toEqual(kept);
  });

  it('has the labels of its page, which are the titles of its parameters', () => {
    const fields = z.object({
      key: v4.text().prefault('').meta({ title: 'Public key' }),
      password: v4.text().meta({ title: 'New password' }),
      title: v4.text(),
      unsent: v4.text().meta({ title: 'Not sent' }),
    });
    const labels = fieldLabels(z.preprocess((given) => given, fields));
    const kept = keptForm('/x', { user: { key: 'ssh', title: 't' }, password: 'secret' }, labels)!;
    expect(kept.labels).toEqual({ key: 'Public key', password: 'New password' });
    expect(presentKeptForm(parseKeptForm(JSON.stringify(kept))!)).toMatchObject({
      shown: [{ label: 'Public key' }, { label: 'Title' }],
      asked: [{ label: 'New password' }],
    });
  });

  it.each([
    'nothing',
    '{}',
    ...['//evil.example', 'https://evil.example', '/\\\\evil.example', ''].map((path) =>
      JSON.stringify({ path, fields: [], asked: [] }),
    ),
  ])('is not %s', (text) => {
    expect(parseKeptForm(text)).toBeUndefined();
  });

  it('is of a bounded length', () => {
    expect(keptForm('/x', { bio: 'x'.repeat(256 * 1024) })).toBeUndefined();
  });
});
