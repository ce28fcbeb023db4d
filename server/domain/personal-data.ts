import type { Services } from '../services.ts';
import type { PersonalDataSourceOf } from './fact-bus.ts';

export type { Person } from './fact-bus.ts';

/** A module’s personal data of a person, as a file of their export. Each module hands its own to the composition. */
export type PersonalDataSource = PersonalDataSourceOf<Services>;

/** Collects rows by a statement whose `$1` is the email of the person, or a key of it; none while it is not verified. */
export const selectByEmail =
	(text: string, keyOf = (email: string) => email): NonNullable<PersonalDataSource['collect']> =>
	async ({ database }, { email, isEmailVerified }) =>
		isEmailVerified ? (await database.pool.query(text, [keyOf(email)])).rows : [];
