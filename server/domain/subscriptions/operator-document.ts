import type { DbOrTx, Tx } from '#server/db/client.ts';
import { operatorSettings } from '#server/db/tables/content.ts';
import { translateFor } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { missingOfRecipient, missingParticulars, type Particular } from '#shared/rules/particulars.ts';
import { isUnionVatNumber, type PlanTax } from '#shared/rules/plan-tax.ts';
import { type DocumentContent, onlyFilled } from '../documents/content.ts';
import { type DocumentRow, issueDocument } from '../documents/issue.ts';
import { OPERATOR_BOOKS } from '../ledger/post.ts';
import type { getOrganisationSettings } from '../settings/queries.ts';

/** Who issues bills, with the tax that prices contain; empty until an administrator has entered it. */
export async function getIssuer(db: DbOrTx) {
	const [row] = await db.select().from(operatorSettings);
	const {
		name = '',
		address = '',
		email = '',
		phone = '',
		countryCode = '',
		taxNumber = '',
		taxBasisPoints = 0,
		taxNote = '',
	} = row ?? {};
	return { name, address, email, phone, countryCode, taxNumber, taxBasisPoints, taxNote };
}

type Issuer = Awaited<ReturnType<typeof getIssuer>>;
type Recipient = Awaited<ReturnType<typeof getOrganisationSettings>>;

/** Details that the operator has to enter before it can issue a document with a tax. */
export const missingOfIssuer = (
	issuer: Issuer,
	{ basisPoints, isReverseCharge }: Pick<PlanTax, 'basisPoints' | 'isReverseCharge'>,
): Particular[] =>
	missingParticulars(
		'invoice',
		{ countryCode: issuer.countryCode, isTaxed: basisPoints > 0, isUntaxed: basisPoints === 0 },
		{ ...issuer, taxReason: isReverseCharge ? 'said' : issuer.taxNote },
	);

/** Whether a document of the operator to an organisation would say all that it must. */
export const isComplete = (
	issuer: Issuer,
	organisation: Recipient,
	tax: Pick<PlanTax, 'basisPoints' | 'isReverseCharge'>,
): boolean =>
	missingOfIssuer(issuer, tax).length === 0 &&
	missingOfRecipient(issuer.countryCode, organisation).length === 0;

/** What the operator writes to an organisation. Amounts in minor units, below 0 in a credit note. */
export interface OperatorDocument {
	kind: 'invoice' | 'credit_note';
	issuer: Issuer;
	organisation: Recipient;
	subjectId: string;
	currency: string;
	title: TranslatableMessage;
	lines: {
		text: TranslatableMessage;
		netMinor: number;
		taxMinor: number;
		grossMinor: number;
		basisPoints: number;
	}[];
	/** What it is about; the end is not part of it. */
	period: { startsAt: Date; endsAt: Date };
	/** The recipient owes the tax where they are. */
	isReverseCharge: boolean;
	payments: DocumentContent['payments'];
	/** Nothing is to be paid, though no payment is named: it was deducted. */
	isSettled?: boolean;
	/** A further sentence below the sums. */
	note: TranslatableMessage | null;
	corrects: Pick<DocumentRow, 'id' | 'label' | 'issuedAt'> | null;
}

/** Issues a document with the next number of the operator's own series, in the caller's transaction. */
export function issueOperatorDocument(
	services: Services,
	tx: Tx,
	wanted: OperatorDocument,
): Promise<DocumentRow> {
	const { issuer, organisation, corrects, period, kind, subjectId, currency, payments } = wanted;
	const language = 'en';
	const translate = translateFor(language);
	const { taxBasisPoints: _, taxNote, email, phone, ...seller } = issuer;
	const notes = [taxNote, wanted.note ? translate(wanted.note) : ''];
	return issueDocument(tx, services.clock.now(), {
		organisationId: OPERATOR_BOOKS,
		eventId: null,
		...{ kind, subjectId, language, currency },
		...(corrects && { correctsId: corrects.id }),
		recipient: {
			name: '',
			company: organisation.legalName || organisation.name,
			address: organisation.address,
			countryCode: organisation.countryCode,
			vatNumber: isUnionVatNumber(organisation) ? organisation.taxNumber : '',
			...onlyFilled({
				...{ postcode: organisation.postcode, city: organisation.city },
				email: organisation.invoiceEmail || organisation.replyTo,
			}),
		},
		content: {
			seller: { ...seller, ...onlyFilled({ contactName: email && seller.name, email, phone }) },
			lines: wanted.lines.map(({ text, grossMinor, netMinor, taxMinor, basisPoints }) => ({
				...{ text: translate(text), quantity: 1, unitMinor: grossMinor, grossMinor, netMinor, taxMinor },
				taxBasisPoints: basisPoints,
				...(wanted.isReverseCharge && basisPoints === 0 && { taxReason: 'reverse_charge' as const }),
			})),
			subject: {
				title: translate(wanted.title),
				startsAt: period.startsAt.toISOString(),
				endsAt: period.endsAt.toISOString(),
				timeZone: 'UTC',
				place: '',
				reference: organisation.name,
			},
			payments,
			...(wanted.isSettled && { isSettled: true }),
			note: notes.filter(Boolean).join('\n'),
			corrects: corrects && { label: corrects.label, issuedAt: corrects.issuedAt.toISOString() },
			isTest: services.gateway.name === 'test',
		},
	});
}
