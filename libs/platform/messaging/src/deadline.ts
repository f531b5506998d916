/** Waits for `work`, but not for ever; a failure does not matter any more. */
export async function withinDeadline(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
