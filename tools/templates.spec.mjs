import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** HTML of this server, printed as it is: rendered and sanitized texts, highlighted lines, icons. */
const SAFE_HTML = [
  'each.html',
  'it.body',
  'it.hint',
  'it.html',
  'it.qrCode',
  'it.readme.html',
  'it.trace.html',
  'it.written.html',
  'text.html',
  String.raw`line + '\n'`,
  'line.html',
  'signHtml[line.kind]',
];
const TAG = /<%([~=]?)([^]*?)%>/g;

const templates = globSync('libs/{kits,services}/*/src/**/*.eta', { cwd: ROOT }).map((file) => ({
  name: path.basename(file),
  text: readFileSync(path.join(ROOT, file), 'utf8'),
}));

describe('templates of pages', () => {
  it('are found', () => expect(templates.length).toBeGreaterThan(150));

  it('print nothing without escaping it but HTML of this server', () => {
    const raw = templates.flatMap(({ name, text }) =>
      [...text.matchAll(TAG)]
        .filter(([, kind, code]) => kind === '~' && !/^\s*include\(/.test(code) && !SAFE_HTML.includes(code.trim()))
        .map(([, , code]) => [name, code.trim()]),
    );
    expect(raw).toEqual([]);
  });

  it('print values between the quotes of an attribute, or outside of tags', () => {
    const open = templates.flatMap(({ name, text }) => {
      const marked = text.replace(TAG, (_, kind) => (kind === '=' ? '\u0001' : ''));
      const tags = [...marked.matchAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi)].map(([tag]) => tag);
      return tags.filter((tag) => tag.replace(/"[^"]*"/g, '').includes('\u0001')).map((tag) => [name, tag]);
    });
    expect(open).toEqual([]);
  });

  it('have no scripts or handlers inside, and styles only in mails', () => {
    const inline = /<script(?![^>]*\ssrc="\/-\/assets\/)|\son[a-z]+\s*=|javascript:|<style|\sstyle\s*=/i;
    const found = templates.filter(
      ({ name, text }) => !/-?mail(-|\.)/.test(name) && inline.test(text.replace(TAG, '')),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('have the token of the session in each form that writes', () => {
    const forms = templates.flatMap(({ name, text }) =>
      text
        .split('method="post"')
        .slice(1)
        .map((form) => [name, form.slice(0, form.indexOf('</form>'))]),
    );
    expect(forms.length).toBeGreaterThan(100);
    const without = forms.filter(([, form]) => !form.includes("include('@csrf')"));
    expect(without).toEqual([]);
  });
});
