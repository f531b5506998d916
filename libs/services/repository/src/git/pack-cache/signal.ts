/** Wakes all who wait for the next change. */
export class Signal {
  #next = Promise.withResolvers<void>();

  /** Resolves at the next {@link fire}. */
  wait(): Promise<void> {
    return this.#next.promise;
  }

  fire(): void {
    const fired = this.#next;
    this.#next = Promise.withResolvers();
    fired.resolve();
  }
}
