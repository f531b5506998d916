import { addressOf, paginationHeaders } from './pagination.js';
import { Page } from './results.js';

const url = new URL('http://hearth.test:8080/api/v4/projects?search=a%20b&private_token=secret');
const items = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('addressOf', () => {
  it.each([
    ['http://a:1', '/api/v4/projects?x=1', 'http://a:1/api/v4/projects?x=1'],
    ['http://a:1', '//api//v4/projects', 'http://a:1//api//v4/projects'],
    ['https://a/hearth', '/api/v4/projects', 'https://a/hearth/api/v4/projects'],
    ['http://a:1', 'http://proxied.test:2/api/v4/projects?x=1', 'http://a:1/api/v4/projects?x=1'],
    ['http://a:1', 'http://[/api/v4/projects', 'http://a:1/api/v4/projects'],
  ])('at %s, of a request for %s', (base, asked, address) => {
    expect(addressOf(base, asked).href).toBe(address);
  });
});

describe('paginationHeaders', () => {
  it('counts pages and links to the neighbours', () => {
    const headers = paginationHeaders(new Page(items(20), { page: 2, perPage: 20 }, 45), url);
    expect(headers).toMatchObject({
      'X-Total': '45',
      'X-Total-Pages': '3',
      'X-Page': '2',
      'X-Next-Page': '3',
      'X-Prev-Page': '1',
    });
    expect(headers['Link']!.match(/rel="\w+"/g)).toEqual(['rel="prev"', 'rel="next"', 'rel="first"', 'rel="last"']);
    expect(headers['Link']).toContain(
      '<http://hearth.test:8080/api/v4/projects?page=3&per_page=20&search=a+b>; rel="next"',
    );
  });

  it('keeps credentials out of links', () => {
    const { Link } = paginationHeaders(new Page([], { page: 1, perPage: 20 }, 0), url);
    expect(Link).not.toContain('secret');
  });

  it('links to the next page alone where all links are longer than clients read', () => {
    const long = new URL(`http://hearth.test/api/v4/groups?${'skip_groups[]=1&'.repeat(250)}`);
    const links = (page: number) =>
      paginationHeaders(new Page(items(20), { page, perPage: 20 }, 100), long)['Link']!.match(/rel="\w+"/g);
    expect([links(3), links(5)]).toEqual([['rel="next"'], ['rel="first"']]);
  });

  it('has empty neighbours on an empty list and beyond the end', () => {
    expect(paginationHeaders(new Page([], { page: 1, perPage: 20 }, 0), url)).toMatchObject({
      'X-Total': '0',
      'X-Total-Pages': '1',
      'X-Next-Page': '',
      'X-Prev-Page': '',
    });
    expect(paginationHeaders(new Page([], { page: 9, perPage: 20 }, 5), url)).toMatchObject({
      'X-Page': '9',
      'X-Next-Page': '',
      'X-Prev-Page': '',
    });
  });

  it('leaves totals out where they would cost too much', () => {
    const headers = paginationHeaders(new Page(items(20), { page: 1, perPage: 20 }, 10_001), url);
    expect(headers).not.toHaveProperty('X-Total');
    expect(headers['X-Next-Page']).toBe('2');
    expect(headers['Link']).not.toContain('rel="last"');
  });
});
