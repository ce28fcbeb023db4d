import { isUniqueViolation } from '#server/db/errors.ts';
import { newShortCode, newStaffToken } from './tokens.ts';

/** Short codes are random; a clash is all but impossible, and tried again. */
export async function withFreshSecrets<T>(
	write: (secrets: { token: string; hash: Buffer; shortCode: string }) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await write({ ...newStaffToken(), shortCode: newShortCode() });
		} catch (error) {
			if (attempt >= 5 || !isUniqueViolation(error, 'names_pkey')) throw error;
		}
	}
}
