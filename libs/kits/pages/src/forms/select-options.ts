/** Options of the partial `select`. */
export type SelectOptions = readonly (readonly [value: string | number, text: string])[];
