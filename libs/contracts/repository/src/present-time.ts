/** `2018-01-15T11:07:21.000+01:00`: local time of the offset, milliseconds, offset. */
export function presentTime({
  seconds,
  offsetMinutes,
}: {
  readonly seconds: number;
  readonly offsetMinutes: number;
}): string {
  const local = new Date((seconds + offsetMinutes * 60) * 1000).toISOString().slice(0, -1);
  const size = Math.abs(offsetMinutes);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
