/** Wakes one waiting loop; a signal that is raised while nothing waits is kept for the next wait. */
export class Signal {
  private raised = false;
  private wake: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.wake?.();
  }

  /** Resolves when the signal is raised, at once if it was raised since the last wait, or after `ms` if given. */
  async wait(ms?: number): Promise<void> {
    if (!this.raised) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (ms !== undefined) timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.wake = undefined;
    }
    this.raised = false;
  }
}

/** Waits for `work`, at most `ms` milliseconds; ignores its failure. */
export async function withinDeadline(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
