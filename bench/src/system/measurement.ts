/** One figure with its reference and its goal. */
export interface Measurement {
  name: string;
  /** Unit of the figure, or a ratio. */
  unit: string;
  value: number;
  /** Left out for figures without a goal. */
  goal?: { atLeast: number } | { atMost: number };
  /** The two sides of a ratio or difference, for the reader. */
  detail: string;
}

export function holds({ value, goal }: Measurement): boolean {
  if (!goal) return true;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** The measurements as text, one line each. */
export function table(measurements: readonly Measurement[]): string {
  const width = Math.max(...measurements.map(({ name }) => name.length));
  return measurements
    .map((measurement) => {
      const { name, value, unit, goal, detail } = measurement;
      return `${verdict(measurement)}  ${name.padEnd(width)}  ${value.toFixed(2)} ${unit}${bound(goal)}  ${detail}`;
    })
    .join('\n');
}

function verdict(measurement: Measurement): string {
  if (!measurement.goal) return '      ';
  return holds(measurement) ? 'holds ' : 'MISSED';
}

function bound(goal: Measurement['goal']): string {
  if (!goal) return '';
  return 'atLeast' in goal ? ` (>= ${goal.atLeast})` : ` (<= ${goal.atMost})`;
}
