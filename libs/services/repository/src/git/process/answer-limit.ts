/** Limits how long a process that was asked may print nothing. Nothing else would end the wait for one that stands still. */
export class AnswerLimit {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly onSilence: () => void,
  ) {}

  /** Notes a question; further ones do not extend the time of those before. */
  asked(): void {
    this.#timer ??= setTimeout(this.onSilence, this.ms).unref();
  }

  /** Notes output that does not complete all answers. */
  heard(): void {
    this.#timer?.refresh();
  }

  /** Notes that no answer is owed. */
  met(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
