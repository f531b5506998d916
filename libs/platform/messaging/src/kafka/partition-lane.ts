/**
 * What a consumer remembers of one partition between fetches. A failing event holds its own key; later events of other keys are handled
 * meanwhile. The committed offset stays before the held event, so these are fetched again and passed over here (or, after a restart, by
 * the inbox).
 */
export class PartitionLane {
  /** Keys whose first event failed, and when it may be tried again (milliseconds of the clock). */
  private readonly held = new Map<string, number>();
  /** Offsets handled although an earlier one is not. */
  private readonly handled = new Set<string>();

  hold(key: string, until: number): void {
    this.held.set(key, until);
  }

  /** True while events of the key have to wait. */
  isHeld(key: string, now: number): boolean {
    const until = this.held.get(key);
    if (until === undefined) return false;
    if (now < until) return true;
    this.held.delete(key);
    return false;
  }

  finish(offset: string): void {
    this.handled.add(offset);
  }

  isFinished(offset: string): boolean {
    return this.handled.has(offset);
  }

  /** The offset is committed: it will not be fetched again. */
  pass(offset: string): void {
    this.handled.delete(offset);
  }
}
