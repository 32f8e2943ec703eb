import type { Locator } from './browser';
import type { Walk } from './walk';

/** Above the number of stops of any screen. */
const MOST_STOPS = 150;

/** What has the focus, if people cannot see where it is: it is out of sight, or nothing marks it. */
const UNSEEN = `(() => {
  const focused = document.activeElement;
  // Behind the last stop the browser itself has the focus; the guards of a dialog hand it on.
  if (!focused || focused === document.body || focused.hasAttribute('data-base-ui-focus-guard')) return null;
  const name = focused.tagName + ' ' + (focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 60);
  const { width, height, top, bottom } = focused.getBoundingClientRect();
  if (width < 2 || height < 2) return name + ' has no size';
  if (bottom <= 0 || top >= innerHeight) return name + ' is out of sight';
  const isMarked = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  for (let at = focused, up = 0; at && up < 3; at = at.parentElement, up += 1) if (isMarked(at)) return null;
  // The one field of a palette: its cursor says where it is.
  if (focused.getAttribute('role') === 'combobox') return null;
  return name + ' is not marked';
})()`;

/** Hands on a keyboard, and no mouse. */
export class Keyboard {
  constructor(private readonly walk: Walk) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.walk.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.walk.page.keyboard.type(text);
  }

  /** Whether it has the focus. */
  async isAt(target: Locator): Promise<boolean> {
    return (await target.and(this.walk.page.locator(':focus')).count()) > 0;
  }

  /** Waits until it has the focus: what opens takes it, and what closes gives it back. */
  async waitAt(target: Locator): Promise<void> {
    await target.and(this.walk.page.locator(':focus')).first().waitFor();
    await this.expectSeen();
  }

  /** Goes on with Tab until it has the focus. @throws where no Tab leads there, or a stop on the way is not seen */
  async tabTo(target: Locator): Promise<void> {
    await target.first().waitFor();
    for (let stops = 0; !(await this.isAt(target)); stops += 1) {
      if (stops > MOST_STOPS) throw new Error(`no Tab leads to ${target.toString()}`);
      await this.press('Tab');
      await this.expectSeen();
    }
  }

  /** Waits until it can be used: what it needs may be on its way. */
  async enter(target: Locator): Promise<void> {
    await target.and(this.walk.page.locator(':not([aria-disabled=true])')).first().waitFor();
    await this.tabTo(target);
    await this.press('Enter');
  }

  /** Writes into a field, in the place of what stands there. */
  async write(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.press('Control+a');
    await this.type(text);
  }

  /** To a screen, by its two letters. */
  async go(letter: string, title: string): Promise<void> {
    // Without waiting for the first: both have to be pressed within 1.2 seconds.
    await Promise.all([this.press('g'), this.press(letter)]);
    await this.walk.heading(title).waitFor();
  }

  /** Until a menu is open and takes keys: it has the focus a frame after it is seen. */
  waitForMenu(): Promise<void> {
    return this.walk.page.locator('[role=menu] [role^=menuitem]:focus').first().waitFor();
  }

  dialog(): Locator {
    return this.walk.page.locator('[role=dialog]:not([data-toast])');
  }

  /** Opens a dialog; the caller does what there is to do, after which the focus has to be where it was. */
  async within(opener: Locator, work: () => Promise<void>): Promise<void> {
    await this.enter(opener);
    await this.dialog().waitFor();
    await work();
    await this.dialog().waitFor({ state: 'hidden' });
    await this.waitAt(opener);
  }

  private async expectSeen(): Promise<void> {
    const unseen = await this.walk.page.evaluate<string | null>(UNSEEN);
    if (unseen !== null) throw new Error(`the focus: ${unseen}`);
  }
}
