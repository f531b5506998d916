import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TemplateRenderer } from './template-renderer.js';

const FORM = `<% layout('@layout') %><p><%= it.title %></p>
<%~ include('@field', { name: 'name', label: 'Name', hint: 'Short.', attributes: { maxlength: 255, required: true } }) %>
<%~ include('@field', { name: 'key', label: 'Key', rows: 4 }) %>`;

describe('TemplateRenderer', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-pages-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const reader = { caller: { principal: null }, session: { csrfToken: 'abc' } };

  it('escapes values, and shows failures at their fields, the first one with the focus', () => {
    write('new-key.eta', FORM);
    const failures = [
      { field: 'name', text: 'Name is "long"' },
      { field: 'key', text: 'Key is invalid' },
    ];
    const values = { name: '<b>', key: '&' };
    const text = new TemplateRenderer<{ 'new-key': object }>(folder).render(reader, 'new-key', {
      title: '<i>',
      failures,
      values,
    });
    expect(text).toContain('<p>&lt;i&gt;</p>');
    expect(text).toContain(
      '<input id="name" name="name" maxlength="255" required aria-describedby="name-hint name-error" aria-invalid="true" autofocus type="text" value="&lt;b&gt;">',
    );
    expect(text).toContain('<p id="name-error" class="field-error">Name is &quot;long&quot;</p>');
    expect(text).toContain(
      '<textarea id="key" name="key" aria-describedby="key-error" aria-invalid="true" rows="4">&amp;</textarea>',
    );
  });

  it('refuses a template with the name of another', () => {
    write('pager.eta', '');
    expect(() => new TemplateRenderer(folder)).toThrow('Two templates have the name pager');
    rmSync(path.join(folder, 'pager.eta'));
  });
});
