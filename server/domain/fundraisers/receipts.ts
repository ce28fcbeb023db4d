import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { DocumentContent } from '#server/domain/documents/content.ts';
import {
	addReceiptParts,
	cancelGiftReceipt,
	findGiftReceipt,
	findYearReceipt,
	isSameRecipient,
	nobody,
	type Recipient,
	recipientOf,
	validGiftReceipt,
} from '#server/domain/documents/gift-documents.ts';
import { readGiftReceiptSettings } from '#server/domain/documents/gift-settings.ts';
import {
	hasYearReceipt,
	type ReceiptFacts,
	writeReceipt,
	type YearPart,
} from '#server/domain/documents/gift-texts.ts';
import { type DocumentRow, issueDocument } from '#server/domain/documents/issue.ts';
import { listDocumentsOf } from '#server/domain/documents/queries.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isReceiptCurrency, needsAddress } from '#shared/rules/gift-receipts.ts';
import { listDonorYearParts } from './donor-years.ts';
import { type DonationRow, getDonation } from './rows.ts';

type To = Pick<Recipient, 'name' | 'address' | 'countryCode'>;

/** Each change of a receipt is two documents; nobody needs many. */
const mostReceipts = 10;
const mostOfYear = 500;

const tooMany = () =>
	ruleViolation(
		'too-many-receipts',
		message`This receipt was changed too often. Refund or remove the donation, or write to the donor.`,
	);

const addressMissing = () =>
	ruleViolation('receipt-address-missing', message`A receipt of this amount needs the donor’s address.`);

/** The current terms of an organisation’s receipts. @throws `nothing-to-receipt` */
async function receiptTerms(services: Services, tx: Tx, organisationId: string) {
	const { settings, data } = await readGiftReceiptSettings(tx, organisationId, services.clock.now());
	if (settings.regime === null || settings.missing.length > 0)
		throw ruleViolation(
			'nothing-to-receipt',
			message`Enter what donation receipts need in the settings of your organisation first.`,
		);
	return { regime: settings.regime, data };
}

interface Issue {
	organisationId: string;
	/** Null: of donations to several events. */
	eventId: string | null;
	subjectId: string;
	subject: DocumentContent['subject'];
	facts: ReceiptFacts;
	over: 'donation' | 'year';
	recipient: Recipient;
	lines: { text: string; grossMinor: number }[];
	isTest: boolean;
}

async function issue(
	services: Services,
	tx: Tx,
	terms: Awaited<ReturnType<typeof receiptTerms>>,
	issuing: Issue,
): Promise<DocumentRow> {
	const { organisationId, eventId, subjectId, subject, facts, over, recipient, lines, isTest } = issuing;
	const { language, statement } = writeReceipt(terms.regime, terms.data, facts);
	const seller = await getOrganisationSettings(tx, organisationId);
	return issueDocument(tx, services.clock.now(), {
		...{ organisationId, eventId, subjectId, language, currency: facts.currency },
		kind: 'gift_receipt',
		recipient,
		content: {
			seller: {
				name: seller.legalName || seller.name,
				address: seller.address,
				countryCode: seller.countryCode,
				taxNumber: seller.taxNumber,
			},
			...{ subject, isTest, payments: [], note: '', corrects: null, gift: { ...statement, over } },
			lines: lines.map(({ text, grossMinor }) => ({
				...{ text, grossMinor, quantity: 1, unitMinor: grossMinor, netMinor: grossMinor },
				...{ taxMinor: 0, taxBasisPoints: 0 },
			})),
		},
	});
}

/** Tells the donor of a receipt that was issued or cancelled. */
async function publishChange(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, id }: Pick<DonationRow, 'organisationId' | 'eventId' | 'id'>,
	document: DocumentRow,
): Promise<void> {
	const payload = { donationId: id, documentId: document.id };
	const fact = { name: 'fundraisers.receipt-changed' as const, organisationId, eventId, payload };
	await services.facts.publish(tx, fact, services);
}

/**
 * Issues the receipt of an offline donation, or answers the one that is there. For another name or address it cancels that and issues a new
 * one. The donor gets it by email where their address is known.
 * @param to whom; null: the donor by their name, or whom the one that is there was issued to
 * @throws not-found, `donation-online`, `nothing-to-receipt`, `receipt-address-missing`, `too-many-receipts`
 */
export function issueDonationReceipt(
	services: Services,
	scope: EventScope & { donationId: string },
	to: To | null,
): Promise<DocumentRow> {
	return inUnit(services, async (unit, tx) => {
		await holdDonations(tx, scope.organisationId, [scope.donationId]);
		const donation = await getDonation(tx, scope);
		if (donation.orderId !== null)
			throw ruleViolation('donation-online', message`The receipt of this donation is with its order.`);
		const { organisationId, eventId, currency } = donation;
		const terms = await receiptTerms(unit, tx, organisationId);
		const amountMinor = donation.amountMinor - donation.refundedMinor;
		const subject = { organisationId, subjectId: donation.id };
		if (amountMinor <= 0 || !isReceiptCurrency(terms.regime, currency))
			throw ruleViolation('nothing-to-receipt', message`There can be no receipt of this donation.`);
		if (await findYearReceipt(tx, subject))
			throw ruleViolation(
				'nothing-to-receipt',
				message`This donation is part of a receipt for the whole year.`,
			);
		const issued = await listDocumentsOf(tx, subject);
		const valid = validGiftReceipt(issued);
		const recipient = { ...nobody, ...(to ?? { name: donation.donorName }) };
		if (valid && (to === null || isSameRecipient(recipientOf(valid), recipient))) return valid;
		const hasAddress = recipient.address !== '';
		if (!hasAddress && needsAddress(terms.regime, amountMinor)) throw addressMissing();
		if (issued.filter(({ kind }) => kind === 'gift_receipt').length >= mostReceipts) throw tooMany();
		if (valid) await cancelGiftReceipt(unit, tx, valid);
		const event = await getWholeEvent(unit, scope);
		const document = await issue(unit, tx, terms, {
			...{ organisationId, eventId, subjectId: donation.id, recipient, over: 'donation', isTest: false },
			subject: {
				title: event.title,
				startsAt: event.startsAt.toISOString(),
				timeZone: event.timeZone,
				place: [event.venueName, event.city].filter(Boolean).join(', '),
				reference: '',
			},
			facts: {
				...{ currency, amountMinor, benefit: null, timeZone: 'UTC', hasAddress },
				givenAt: `${donation.receivedOn}T12:00:00.000Z`,
			},
			lines: [{ text: event.title, grossMinor: amountMinor }],
		});
		await publishChange(unit, tx, donation, document);
		return document;
	});
}

/**
 * Issues one receipt over what a donor gave in a year and has no valid receipt of. Called again, it cancels the receipt and issues a new one where
 * something has changed: a donation came or the donor moved.
 * @param how.keepsValid a receipt over the year that is valid is left as it is
 * @param of.donationId one of their donations: its address says which are theirs
 * @throws not-found, VALIDATION_FAILED for a year that is not over, `no-year-receipt`, `donor-email-missing`, `nothing-to-receipt`,
 * `receipt-address-missing`, `too-many-receipts`
 */
export function issueYearReceipt(
	services: Services,
	scope: EventScope & { donationId: string },
	{ year, ...to }: To & { year: number },
	{ keepsValid = false } = {},
): Promise<DocumentRow> {
	return inUnit(services, async (unit, tx) => {
		if (year >= services.clock.now().getUTCFullYear())
			throw fieldError('year', message`Choose a year that is over.`);
		const { organisationId } = scope;
		const donation = await getDonation(tx, scope);
		const terms = await receiptTerms(unit, tx, organisationId);
		if (!hasYearReceipt(terms.regime))
			throw ruleViolation(
				'no-year-receipt',
				message`Your country’s rules have no receipt for a whole year. Donors get a summary by email in January.`,
			);
		if (donation.donorEmail === '')
			throw ruleViolation(
				'donor-email-missing',
				message`Donations of a year are found by the donor’s email, and this one has none.`,
			);
		const donorYear = { organisationId, donationId: donation.id, year };
		const found = await listDonorYearParts(tx, donorYear);
		await holdPaidDonations(tx, organisationId, found);
		const before = await findYearOf(tx, organisationId, found);
		// What came or went while this waited is not in what was read before.
		const parts = (await listDonorYearParts(tx, donorYear)).filter(
			({ receiptId, currency }) =>
				(receiptId === null || receiptId === before?.id) && isReceiptCurrency(terms.regime, currency),
		);
		const real = parts.filter(({ isTest }) => !isTest);
		const given = real.length > 0 ? real : parts;
		const first = given[0];
		if (!first)
			throw ruleViolation(
				'nothing-to-receipt',
				message`Nothing was given in this year that has no receipt yet.`,
			);
		if (given.length > mostOfYear) throw tooMany();
		const amountMinor = given.reduce((sum, part) => sum + part.amountMinor, 0);
		const recipient = { ...nobody, ...to };
		const isSame = (one: DocumentRow) =>
			isSameRecipient(recipientOf(one), recipient) && isSameList(one, given);
		if (before && (keepsValid || isSame(before))) return before;
		if (before) await cancelGiftReceipt(unit, tx, before);
		const list: YearPart[] = given.map((part) => ({ givenOn: part.givenOn, amountMinor: part.amountMinor }));
		const last = `${given.at(-1)?.givenOn}T12:00:00.000Z`;
		const document = await issue(unit, tx, terms, {
			...{ organisationId, eventId: null, subjectId: donation.id, recipient, over: 'year' },
			isTest: first.isTest,
			subject: { title: `${year}`, startsAt: last, timeZone: 'UTC', place: '', reference: '' },
			facts: {
				...{ currency: first.currency, amountMinor, benefit: null, timeZone: 'UTC' },
				...{ hasAddress: true, givenAt: last, list },
			},
			lines: given.map((part) => ({ text: `${part.givenOn} ${part.event}`, grossMinor: part.amountMinor })),
		});
		await addReceiptParts(
			tx,
			document,
			given.map(({ orderId, donationId }) => orderId ?? donationId),
		);
		await publishChange(unit, tx, donation, document);
		return document;
	});
}

const isSameList = (
	{ content }: DocumentRow,
	given: readonly { givenOn: string; event: string; amountMinor: number }[],
) =>
	content.lines.length === given.length &&
	given.every(
		(part, index) =>
			content.lines[index]?.grossMinor === part.amountMinor &&
			content.lines[index]?.text.startsWith(part.givenOn),
	);

/** The receipt over the year that is valid today, of whatever part of it is left. */
async function findYearOf(
	tx: Tx,
	organisationId: string,
	parts: readonly { orderId: string | null; donationId: string }[],
): Promise<DocumentRow | undefined> {
	for (const { orderId, donationId } of parts) {
		const receipt = await findYearReceipt(tx, { organisationId, subjectId: orderId ?? donationId });
		if (receipt) return receipt;
	}
	return undefined;
}

/** Cancels the receipt of an offline donation that is removed, in that transaction. The caller holds the donation. */
export async function cancelDonationReceipt(
	services: Services,
	tx: Tx,
	donation: DonationRow,
): Promise<void> {
	const { organisationId, id } = donation;
	const valid = await findGiftReceipt(tx, { organisationId, subjectId: id });
	if (!valid) return;
	await publishChange(services, tx, donation, await cancelGiftReceipt(services, tx, valid));
}

const inUnit = <T>(services: Services, work: (unit: Services, tx: Tx) => Promise<T>): Promise<T> =>
	services.database.unitOfWork((database) =>
		database.transaction((tx) => work({ ...services, database }, tx)),
	);

/** Waits for receipts and removals of the same donations that are under way. */
const holdDonations = (tx: Tx, organisationId: string, ids: readonly string[]) =>
	tx.execute(sql`
		SELECT FROM donations WHERE organisation_id = ${organisationId} AND id = ANY(${plainArray(ids)}::uuid[])
		ORDER BY id FOR UPDATE`);

/** Waits for receipts, refunds and removals of these donations that are under way: payments before donations, as everybody holds them. */
export async function holdPaidDonations(
	tx: Tx,
	organisationId: string,
	found: readonly { donationId: string; orderId: string | null }[],
): Promise<void> {
	const orders = found.flatMap(({ orderId }) => orderId ?? []);
	await tx.execute(sql`
		SELECT FROM payments WHERE organisation_id = ${organisationId} AND subject_id = ANY(${plainArray(orders)}::uuid[])
		ORDER BY id FOR UPDATE`);
	await holdDonations(
		tx,
		organisationId,
		found.map(({ donationId }) => donationId),
	);
}
