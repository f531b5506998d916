import { explorerPage, explorerPolicy } from './explorer.js';

describe('the explorer', () => {
  it('allows nothing that is written into the page, and nothing of other servers', () => {
    expect(explorerPolicy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(explorerPolicy).not.toMatch(/unsafe|http|\*/);
  });

  it('has no script and no style in the page itself, which would not run', () => {
    expect(explorerPage.match(/<script[^>]*>/g)).toHaveLength(2);
    expect(explorerPage.replaceAll(/<script src="[^"]+"><\/script>/g, '')).not.toMatch(
      /<script|<style|style=|\bon\w+=/i,
    );
  });
});
