import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { hearth, setting } from './hearth.js';
import type { Person } from './people.js';

/** Starts a headless Chromium with a new, empty profile, which loads nothing from the network but the pages themselves. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: setting('HEARTH_TEST_BROWSER'),
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

/** Devices and colour schemes of the checks: a telephone in dark mode and a desktop in light mode. */
const LOOKS = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** The short form of axe: each page that is checked parses it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Without `preload` axe loads no media and no styles of other origins, which the pages' policy forbids. */
const RUN_AXE = `axe.run({ resultTypes: ['violations'], preload: false })`;

/** One user's browser: it records the errors of pages. */
export class Visitor {
  /** Errors of pages, and violations of their security policy. */
  readonly complaints: string[] = [];
  private readonly requests: Promise<Record<string, string>>[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('requestfinished', (request) => void this.requests.push(request.allHeaders()));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.complaints.push(message.text());
    });
  }

  /** @param options `javaScriptEnabled: false` for a browser that runs no scripts */
  static async with(browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Visitor> {
    const context = await browser.newContext({ baseURL: hearth.url, ...options });
    return new Visitor(await context.newPage(), context);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Addresses in the Referer headers of requests: they may contain tokens. One entry for each request so far; undefined without. */
  async referrers(): Promise<(string | undefined)[]> {
    return (await Promise.all(this.requests)).map(({ referer }) => referer);
  }

  /** Opens a page that needs a sign-in, signs in and is redirected back to it. */
  async signIn({ username, password }: Pick<Person, 'username' | 'password'>, path = '/'): Promise<void> {
    await this.page.goto(`/users/sign_in?${new URLSearchParams({ return_to: path })}`);
    await this.page.getByLabel('Username or e-mail address').fill(username);
    await this.page.getByLabel('Password').fill(password);
    await this.press('Sign in');
  }

  /** Presses a button and waits for the next page. */
  async press(name: string): Promise<void> {
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.getByRole('button', { name, exact: true }).first().click(),
    ]);
  }

  /**
   * Returns the defects of the page that is open, by device; empty when there are none.
   * @param name of the screenshots, if `HEARTH_TEST_SCREENSHOTS` is a folder for them
   */
  async defects(name: string): Promise<string[]> {
    const found: string[] = [];
    await this.page.evaluate(AXE);
    for (const { width, colorScheme } of LOOKS) {
      await this.page.setViewportSize({ width, height: 800 });
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await this.violations()).map((each) => `${this.page.url()} ${width} ${colorScheme}: ${each}`));
      const overflow = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${this.page.url()} ${width}: ${overflow} pixels too wide`);
    }
    await this.screenshots(name);
    return found;
  }

  private async screenshots(name: string): Promise<void> {
    const folder = process.env['HEARTH_TEST_SCREENSHOTS'];
    if (!folder) return;
    for (const width of [390, 1280])
      for (const colorScheme of ['dark', 'light'] as const) {
        await this.page.setViewportSize({ width, height: 800 });
        await this.page.emulateMedia({ colorScheme });
        const file = `${name}-${width}-${colorScheme}.png`;
        await this.page.screenshot({ path: path.join(folder, file), fullPage: true });
      }
  }

  /** Runs axe. The page's policy would not allow its script, so the browser's debugger loads it. */
  private async violations(): Promise<string[]> {
    const { violations } = await this.page.evaluate<AxeResults>(RUN_AXE);
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
  }
}
