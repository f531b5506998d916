import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How clients sign in at the Kafka of a Hearth, apart from the password. */
export const KAFKA_SIGN_IN = { KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_SASL_USERNAME: 'hearth' } as const;

/** File with the password. @param secrets folder of the keys of a Hearth: `<data>/secrets` */
export function kafkaPasswordIn(secrets: string): string {
  return path.join(secrets, 'kafka-password');
}

/** The same as an option of kafkajs. */
export function kafkaLogin(secrets: string): { mechanism: 'scram-sha-256'; username: string; password: string } {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = KAFKA_SIGN_IN;
  return { mechanism, username, password: readFileSync(kafkaPasswordIn(secrets), 'utf8') };
}
