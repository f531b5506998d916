import type { Locator } from 'playwright-core';
import type { Visitor } from '../system/visitor.js';

/** Elements that Tab passes on the longest page before the page is a defect. */
const MOST_TABS = 250;

const OUTLINE = 'getComputedStyle(document.activeElement).outlineStyle';
/** Runs in the page. */
const hasFocus = (element: { ownerDocument: { activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element;

/** Uses a page by the names that it shows, in one way. Links and buttons lead to the next page. */
export abstract class Hands {
  constructor(readonly visitor: Visitor) {}

  /** Follows a link. @param within name of the navigation or region that has it; anywhere without one */
  follow(name: string | RegExp, within?: string): Promise<void> {
    const region = within === undefined ? this.page : this.regionOf(within);
    return this.load(region.getByRole('link', { name, exact: true }));
  }

  press(name: string): Promise<void> {
    return this.load(this.page.getByRole('button', { name, exact: true }));
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.reach(this.page.getByLabel(label, { exact: true }).first());
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  abstract toggle(label: string): Promise<void>;

  protected get page() {
    return this.visitor.page;
  }

  private regionOf(name: string): Locator {
    const { page } = this;
    return page
      .getByRole('navigation', { name, exact: true })
      .or(page.getByRole('complementary', { name, exact: true }));
  }

  private async load(target: Locator): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), this.activate(target.first())]);
  }

  protected abstract activate(target: Locator): Promise<void>;
  /** Moves the focus to a field. */
  protected abstract reach(target: Locator): Promise<void>;
}

/** Clicks what is to be used. */
export class Mouse extends Hands {
  toggle(label: string): Promise<void> {
    return this.page.getByLabel(label).click();
  }

  protected activate(target: Locator): Promise<void> {
    return target.click();
  }

  protected reach(target: Locator): Promise<void> {
    return target.click();
  }
}

/** Goes by Tab to what is to be used, sees that it has the focus, and presses a key there. */
export class Keyboard extends Hands {
  async toggle(label: string): Promise<void> {
    await this.reach(this.page.getByLabel(label));
    await this.page.keyboard.press('Space');
  }

  protected async activate(target: Locator): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press('Enter');
  }

  protected async reach(target: Locator): Promise<void> {
    // Not the locator: it would compute the names of all elements of the page after each Tab.
    const element = await target.elementHandle();
    for (let tabs = 0; !(await element!.evaluate(hasFocus)); tabs++) {
      if (tabs === MOST_TABS) throw new Error(`Tab does not reach ${target}`);
      await this.page.keyboard.press('Tab');
    }
    expect(await this.page.evaluate<string>(OUTLINE)).not.toBe('none');
  }
}
