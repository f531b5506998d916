import { explorerPolicy, indexPage, resourcePage } from './explorer.pages.js';

const operation = { id: 'getIssues', method: 'GET', path: '/issues', summary: 'List <all> issues' };
const index = indexPage(new Map([['issues', [operation]]]), '1.2.3');

describe('the pages of the explorer', () => {
  it('may load nothing of other servers, and run nothing that is written into a page', () => {
    expect(explorerPolicy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(explorerPolicy).not.toMatch(/unsafe|http|\*/);
    for (const page of [index, resourcePage('issues')])
      expect(page.replaceAll(/<script src="[^"]+" defer><\/script>/g, '')).not.toMatch(
        /<script|<style|style=|\bon\w+=/i,
      );
  });

  it('list each operation below its resource, linked to where it can be tried', () => {
    expect(index).toContain('<h2><a href="explorer?resource=issues">issues</a></h2>');
    expect(index).toContain('<a href="explorer?resource=issues#/issues/getIssues"><b>GET</b> <code>/issues</code>');
    expect(index).toContain('List &lt;all&gt; issues');
  });

  it('lead back to all resources and to the home page', () => {
    expect(resourcePage('issues')).toContain('<a href="/">Hearth</a><a href="explorer">All resources</a>');
    expect(index).toContain('<a href="/">Hearth</a>');
  });
});
