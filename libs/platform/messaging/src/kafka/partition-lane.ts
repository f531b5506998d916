interface Held {
  /** The failing event itself: the only one of its key that may be tried. */
  readonly offset: string;
  /** When, in milliseconds of the clock. */
  readonly until: number;
}

/**
 * What a consumer remembers of one partition between fetches. A failing event holds its own key; later events of other keys are handled
 * meanwhile. The committed offset stays before the held event, so these are fetched again and passed over here (or, after a restart, by
 * the inbox).
 */
export class PartitionLane {
  private readonly held = new Map<string, Held>();
  /** Offsets handled although an earlier one is not. */
  private readonly handled = new Set<string>();

  /** Keeps the key's events back until this one may be tried again. */
  hold(key: string, offset: string, until: number): void {
    this.held.set(key, { offset, until });
  }

  /** True when the event may be handled now, so that its key stays in order. */
  mayHandle(key: string, offset: string, now: number): boolean {
    const held = this.held.get(key);
    return !held || (held.offset === offset && now >= held.until);
  }

  finish(key: string, offset: string): void {
    this.held.delete(key);
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
