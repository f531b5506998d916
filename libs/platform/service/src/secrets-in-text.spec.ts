import { withoutSecrets } from './secrets-in-text.js';

describe('withoutSecrets', () => {
  it.each([
    ['postgres://hearth:pass@host:5432/db', 'postgres://hearth:[cut]@host:5432/db'],
    ['postgres://hearth:p@ss@host/db?sslmode=require', 'postgres://hearth:[cut]@host/db?[cut]'],
    ['{"msg":"https://oauth2:glpat-x@host/a.git failed"}', '{"msg":"https://oauth2:[cut]@host/a.git failed"}'],
    ['GET /api/v4/user?private_token=glpat-x HTTP', 'GET /api/v4/user?[cut] HTTP'],
    ['{"url":"/a?token=a&b=\\"c"}', '{"url":"/a?[cut]\\"c"}'],
    ['{"url":"http://h:1/a?token=a"}', '{"url":"http://h:1/a?[cut]"}'],
  ])('cuts %s', (line, expected) => {
    expect(withoutSecrets(line)).toBe(expected);
  });

  it.each([
    ['{"msg":"listening","milliseconds":3}'],
    ['select a from b where c = $1 and d ? $2'],
    ['http://127.0.0.1:8080/group/p is up, is it?'],
    ['at file:///work/a.js:10:5'],
    ['mail a@b.example'],
  ])('leaves %s', (line) => {
    expect(withoutSecrets(line)).toBe(line);
  });

  it('takes time in proportion to the line', () => {
    const line = `://${'a:'.repeat(50_000)} ${'/'.repeat(100_000)}${'?'.repeat(50_000)}${'://'.repeat(50_000)}`;
    const startedAt = performance.now();
    withoutSecrets(line);
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});
