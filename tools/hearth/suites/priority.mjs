/** Of ten parts of processor time, programs of the usual priority then get nine. */
const LOWER = ['nice', '-n', '10'];

/**
 * Returns the command that runs another one at a lower priority, if it `yields`: beside programs that mostly wait and have to go on in
 * time, such as consumers of Kafka, which lose their group otherwise.
 * @param {string[]} command @param {boolean} yields
 */
export function yielding(command, yields) {
  return yields ? [...LOWER, ...command] : command;
}
