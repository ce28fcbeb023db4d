import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { organisationSettings } from '#server/db/tables/settings.ts';
import type { OrganisationSettings } from '#shared/contracts/settings.ts';
import { logoUrl } from '../accounts/present.ts';
import { getOrganisation } from '../accounts/queries.ts';

/** An organisation without a row has version 0 and says nothing. */
const nothing = {
	address: '',
	countryCode: '',
	taxNumber: '',
	postcode: '',
	city: '',
	invoiceContact: '',
	invoicePhone: '',
	invoiceEmail: '',
	legalName: '',
	taxNote: '',
	replyTo: '',
	defaultTimeZone: '',
	defaultCurrency: '',
	defaultRefundPolicy: '',
	brandColor: '',
	version: 0,
};

/** Details of an organisation, and its defaults for new events. */
export async function getOrganisationSettings(
	db: DbOrTx,
	organisationId: string,
): Promise<OrganisationSettings> {
	const { id, name, slug, logoFile } = await getOrganisation(db, organisationId);
	const [row] = await db
		.select()
		.from(organisationSettings)
		.where(eq(organisationSettings.organisationId, organisationId));
	const {
		organisationId: _id,
		createdAt: _created,
		updatedAt: _updated,
		...said
	} = row ?? {
		...nothing,
		organisationId,
		createdAt: null,
		updatedAt: null,
	};
	return { id, name, slug, logoUrl: logoUrl(logoFile), ...said };
}

/** Where answers to mails of an organisation go; null: nowhere. */
export async function findReplyTo(
	db: DbOrTx,
	organisationId: string,
): Promise<{ name: string; address: string } | null> {
	const { name, replyTo } = await getOrganisationSettings(db, organisationId);
	return replyTo === '' ? null : { name, address: replyTo };
}
