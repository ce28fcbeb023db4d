import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import { type AgreementScope, findAgreement } from './agreement-record.ts';

const purpose = 'agreement';

/** The signed link of a donor to their agreement: 71 characters that fit into a path. */
export const makeAgreementToken = (secret: Buffer, { organisationId, agreementId }: AgreementScope): string =>
	makeSignedIds(secret, purpose, { first: organisationId, second: agreementId, version: 1 });

/** The agreement behind a signed link; null for anything that this secret did not sign, and for one that is gone. */
export async function findAgreementByToken(
	{ secret, database }: Services,
	token: string,
): Promise<AgreementScope | null> {
	const ids = readSignedIds(secret, purpose, token);
	if (!ids) return null;
	const scope = { organisationId: ids.first, agreementId: ids.second };
	// Plans have no link: they belong to the members of their organisation.
	return (await findAgreement(database.db, scope))?.subjectKind === 'gift' ? scope : null;
}
