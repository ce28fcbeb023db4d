import crypto, { type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
let count = 0;

/** How many passwords this process has hashed or compared. */
export const countHashes = () => count;

/**
 * Makes passwords of tests cheap: at the cost of the product each takes 40 ms of a core. The parameters that the product writes beside a
 * hash stay, and hashes of other parameters are computed as they say.
 */
const cheapArgon2: typeof argon2 = (algorithm, parameters, callback) => {
	count += 1;
	const isOurs = parameters.memory === 19_456 && parameters.passes === 2;
	const cheap: Partial<Argon2Parameters> = isOurs ? { memory: 8, passes: 1 } : {};
	argon2(algorithm, { ...parameters, ...cheap }, callback);
};
Object.assign(crypto, { argon2: cheapArgon2 });
syncBuiltinESMExports();
