interface Held {
  /** Offset of the failed event: the only event of its key that may be tried. */
  readonly offset: string;
  /** Time of its next attempt, in milliseconds of the clock. */
  readonly until: number;
}

/**
 * Tracks one partition between fetches. A failed event delays its own key only; later events of other keys are handled meanwhile. The
 * committed offset stays before the failed event, so the later ones are fetched again and skipped here (or, after a restart, by the inbox).
 */
export class PartitionQueue {
  private readonly held = new Map<string, Held>();
  /** Offsets handled although an earlier one is not. */
  private readonly handled = new Set<string>();

  /** Delays later events with the same key until this one's next attempt. */
  hold(key: string, offset: string, until: number): void {
    this.held.set(key, { offset, until });
  }

  /** Returns true when the event may be handled now without breaking the order of its key. */
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

  /** Forgets a committed offset: it will not be fetched again. */
  pass(offset: string): void {
    this.handled.delete(offset);
  }
}
